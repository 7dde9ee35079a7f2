import { Link } from '@tanstack/react-router';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Moment } from '@/components/moment';
import { reachWord } from './grant-words';
import type { Grant } from './queries';

interface Props {
  grant: Grant;
  /** The title of its chat, where that is known. */
  chat: string | undefined;
  onRevoke: (() => void) | undefined;
}

/** One grant: what for, how far, in which chat, since when, and whether it still holds. */
export function GrantRow({ grant, chat, onRevoke }: Props) {
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm">
          <Link
            to="/tools/$toolId"
            params={{ toolId: grant.tool_id }}
            className="inline-flex min-h-[24px] items-center font-mono text-[13px] font-medium break-all hover:underline"
          >
            {grant.tool_id}
          </Link>
          <span className="text-muted">with {reachWord(grant.reach)}</span>
          {grant.valid ? null : (
            <Badge
              tone="warn"
              title="The tool’s definition or its bundle changed since: it is asked about again"
            >
              lapsed: the tool changed
            </Badge>
          )}
        </p>
        <p className="text-xs text-muted">
          in{' '}
          <Link
            to="/chats/$chatId"
            params={{ chatId: grant.chat_id }}
            className="inline-flex min-h-[24px] items-center underline"
          >
            {chat || grant.chat_id}
          </Link>
          , by {grant.granted_by}, <Moment at={grant.granted_at} />
        </p>
      </div>
      {onRevoke ? (
        <Button look="danger" onClick={onRevoke}>
          Take back…<span className="sr-only"> the grant of {grant.tool_id}</span>
        </Button>
      ) : null}
    </li>
  );
}
