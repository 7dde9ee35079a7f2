import { Link } from '@tanstack/react-router';
import { AppWindow, Braces, Eye, FolderOpen } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Schemas } from '@/api/client';
import { type Segment, Segments } from '@/components/segments';
import { Skeleton } from '@/components/skeleton';
import { FailureBoundary } from './failure-boundary';
import { Note } from './file/reading-notes';
import { AnswerView } from './mcp/answer-view';
import { useAnswer } from './mcp/use-answer';
import { PlainResult } from './plain-result';
import { type Plan, readPlan } from './plan';
import { PlannedView } from './planned-view';
import { RawResult } from './raw-result';

export interface RenderedResultProps {
  call: Schemas['Call'];
  /** Whether the call's render plan is not the recorded one, but one that is only tried out. */
  preview?: boolean | undefined;
}

export default function RenderedResult({ call, preview = false }: RenderedResultProps) {
  const { plan, warnings } = useMemo(() => readPlan(call.render_plan), [call.render_plan]);
  if (call.status === 'pending') return <Note>The call waits for approval: it has no result yet.</Note>;
  if (call.status === 'running') return <Note>The call is running. Its result appears here by itself.</Note>;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {warnings.length > 0 ? <PlanWarnings warnings={warnings} /> : null}
      <Looks call={call} plan={plan} preview={preview} />
    </div>
  );
}

type Look = 'view' | 'plain' | 'raw';

const raw = { id: 'raw', label: 'Raw result', icon: Braces } as const;
const looks: readonly Segment<Look>[] = [{ id: 'view', label: 'View', icon: Eye }, raw];
/** An app hides what it makes its picture of. */
const looksOfApp: readonly Segment<Look>[] = [
  { id: 'view', label: 'App', icon: AppWindow },
  { id: 'plain', label: 'Result', icon: Eye },
  raw,
];

/** What the plan says, with the raw result one step away; without a plan there is only that, unless it says itself what it is. */
function Looks({ call, plan, preview }: { call: Schemas['Call']; plan: Plan; preview: boolean }) {
  const [look, setLook] = useState<Look>('view');
  const { answer, pending } = useAnswer(call, plan.renderer === 'none');
  if (pending) return <Skeleton className="h-40 w-full" />;
  if (plan.renderer === 'none' && !answer) return <RawResult call={call} />;
  const hasRaw = call.result !== null && call.result !== undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {hasRaw ? (
          <Segments
            label="How the result is shown"
            segments={plan.renderer === 'app' ? looksOfApp : looks}
            value={look}
            onChange={setLook}
          />
        ) : null}
        {'source' in plan && 'file' in plan.source ? (
          <Link
            to="/chats/$chatId/workspace"
            params={{ chatId: call.chat_id }}
            search={{ path: plan.source.file }}
            className="ml-auto inline-flex items-center gap-1.5 text-sm text-accent hover:underline"
          >
            <FolderOpen aria-hidden size={15} />
            Open in workspace
          </Link>
        ) : null}
      </div>
      {look === 'raw' ? (
        <RawResult call={call} />
      ) : (
        <FailureBoundary instead={hasRaw ? <RawResult call={call} /> : null}>
          {look === 'plain' ? (
            <PlainResult call={call} />
          ) : answer ? (
            <AnswerView call={call} answer={answer} />
          ) : (
            <PlannedView call={call} plan={plan} preview={preview} />
          )}
        </FailureBoundary>
      )}
    </>
  );
}

function PlanWarnings({ warnings }: { warnings: string[] }) {
  return (
    <Note>
      <span className="font-medium">For the toolset’s author: </span>
      {warnings.join('; ')}
    </Note>
  );
}
