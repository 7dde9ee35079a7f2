import { Link } from '@tanstack/react-router';
import { PlayCircle } from 'lucide-react';
import { Badge } from '@/components/badge';
import { Card } from '@/components/card';
import { Skeleton } from '@/components/skeleton';
import { FailureBoundary } from '../failure-boundary';
import FileView from '../file/file-view';
import RenderedResult from '../rendered-result';
import type { Entry } from './entries';
import { samples } from './sample';
import { type Live, useLive } from './use-live';

/** One way of showing something: with something real of this house where there is any, else with a sample. */
export function EntryCard({ entry }: { entry: Entry }) {
  const live = useLive(entry.source);
  const sample = samples[entry.id];
  return (
    <Card title={entry.title} actions={<Origin live={live} sample={sample !== undefined} />}>
      <div className="flex min-w-0 flex-col gap-3">
        <p className="text-sm text-muted">{entry.about}</p>
        <FailureBoundary>
          {live === undefined ? <Skeleton className="h-40 w-full" /> : null}
          {live ? <LiveView live={live} /> : null}
          {live === null && sample ? sample() : null}
          {live === null && !sample ? <HowToSee entry={entry} /> : null}
        </FailureBoundary>
        {entry.config ? (
          <details className="text-sm">
            <summary className="cursor-pointer text-muted">How a toolset asks for it</summary>
            <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs">{`renderer:\n${entry.config.replace(/^/gm, '  ')}`}</pre>
          </details>
        ) : null}
      </div>
    </Card>
  );
}

function LiveView({ live }: { live: Live }) {
  return 'call' in live ? <RenderedResult call={live.call} /> : <FileView {...live.file} readOnly />;
}

/** Whether what stands there is real, and where it is from. */
function Origin({ live, sample }: { live: Live | null | undefined; sample: boolean }) {
  if (!live) return live === null && sample ? <Badge>sample</Badge> : null;
  return (
    <>
      {'call' in live ? (
        <Link
          to="/calls/$callId"
          params={{ callId: live.call.id }}
          className="max-w-48 truncate text-xs text-accent hover:underline"
        >
          {live.call.tool_id}
        </Link>
      ) : (
        <Link
          to="/chats/$chatId/workspace"
          params={{ chatId: live.file.chatId }}
          search={{ path: live.file.path }}
          className="max-w-48 truncate text-xs text-accent hover:underline"
        >
          {live.file.path}
        </Link>
      )}
      <Badge tone="good">live</Badge>
    </>
  );
}

/** What to do to see it. */
function HowToSee({ entry }: { entry: Entry }) {
  const { example } = entry;
  return (
    <div className="pegs flex flex-col items-center gap-2 rounded-md border border-dashed border-line px-4 py-8 text-center text-sm">
      <PlayCircle aria-hidden size={20} className="text-accent" />
      <p className="bg-surface px-2 text-muted">
        {example ? (
          <>
            Run{' '}
            <Link
              to="/tools/$toolId"
              params={{ toolId: `${example.toolset}:${example.tool}` }}
              className="text-accent underline"
            >
              {example.tool}
            </Link>{' '}
            of the example toolset <code>{example.toolset}</code> to see one here.
          </>
        ) : (
          howToSee(entry)
        )}
      </p>
    </div>
  );
}

function howToSee({ source, title }: Entry): string {
  if (source && 'files' in source) return `Put such a file into the default chat’s workspace to see it here.`;
  return `Run a tool whose renderer is “${title.toLowerCase()}” to see one here.`;
}
