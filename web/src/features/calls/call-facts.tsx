import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '@/api/client';
import { CopyButton } from '@/components/copy-button';
import { Skeleton } from '@/components/skeleton';
import { DecisionLine } from './decision-line';
import { exactTime } from './exact-time';
import { useChats } from './queries';
import { Timing } from './timing';

type Call = Schemas['Call'];

/** Where a call belongs: tool, chat, rule, time, and the states of the workspace around it. */
export function CallFacts({ call }: { call: Call }) {
  return (
    <aside
      aria-label="About this call"
      className="rounded-lg border border-line bg-surface p-4 lg:sticky lg:top-5"
    >
      <dl className="flex flex-col gap-3.5 text-sm">
        <Fact name="Tool">
          <Link
            to="/tools/$toolId"
            params={{ toolId: call.tool_id }}
            className="font-mono text-[0.8125rem] break-all text-accent underline"
          >
            {call.tool_id}
          </Link>
        </Fact>
        <Fact name="Chat">
          <ChatLink id={call.chat_id} />
        </Fact>
        <Fact name="Decision">
          <DecisionLine call={call} />
          <Link to="/policy" className="mt-1 inline-block text-xs text-accent underline">
            Policy of the house
          </Link>
        </Fact>
        <Fact name="Timing">
          <Timing call={call} />
        </Fact>
        <Fact name="Asked for">{exactTime(call.created_at)}</Fact>
        {call.post_manifest_id === undefined && call.pre_manifest_id === undefined ? null : (
          <States call={call} />
        )}
        <Fact name="Call">
          <Id value={call.id} what="the call’s id" />
        </Fact>
        <Fact name="Message">
          <Id value={call.message_id} what="the message’s id" />
        </Fact>
      </dl>
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-0.5 text-xs text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function ChatLink({ id }: { id: string }) {
  const chats = useChats();
  if (chats.isPending) return <Skeleton className="h-5 w-28" />;
  const title = chats.data?.items.find((chat) => chat.id === id)?.title;
  return (
    <Link to="/chats/$chatId" params={{ chatId: id }} className="break-words text-accent underline">
      {title || <span className="font-mono text-[0.8125rem]">{id}</span>}
    </Link>
  );
}

function States({ call }: { call: Call }) {
  if (call.started_at == null) return null;
  const unchanged = call.post_manifest_id === call.pre_manifest_id;
  return (
    <>
      <Fact name="Workspace before">
        <State chat={call.chat_id} manifest={call.pre_manifest_id ?? null} />
      </Fact>
      {call.finished_at == null ? null : (
        <Fact name="Workspace after">
          {unchanged ? 'as before' : <State chat={call.chat_id} manifest={call.post_manifest_id ?? null} />}
        </Fact>
      )}
    </>
  );
}

function State({ chat, manifest }: { chat: string; manifest: string | null }) {
  if (manifest === null) return <>empty</>;
  return (
    <span className="flex items-center gap-1">
      <Link
        to="/chats/$chatId/workspace"
        params={{ chatId: chat }}
        search={{ manifest }}
        className="truncate font-mono text-xs text-accent underline"
      >
        {manifest}
      </Link>
    </span>
  );
}

function Id({ value, what }: { value: string; what: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="truncate font-mono text-xs" title={value}>
        {value}
      </span>
      <span className="-my-2 shrink-0">
        <CopyButton text={value} label={`Copy ${what}`} />
      </span>
    </span>
  );
}
