import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { Problem } from '@/api/problem';
import { ApprovalBadge } from '@/components/approval-badge';
import { Card } from '@/components/card';
import { Field, Select } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import { useRested } from '@/components/rested';
import { Segments } from '@/components/segments';
import { Sentence } from '@/components/sentence';
import { Skeleton } from '@/components/skeleton';
import { ArgumentsEditor, ToolPicker, useArguments, useTool } from '@/features/tools';
import { useWorkers } from '@/features/workers';
import { type Trial, useChats, useVerdict } from './queries';

const NONE: never[] = [];

interface Props {
  /** What is written and not kept; `null` where only the kept rules can judge. */
  draft: string | null;
}

/** What the rules say of a call, without making it. */
export function TryBox({ draft }: Props) {
  const [toolId, setToolId] = useState<string | null>(null);
  const [by, setBy] = useState<'draft' | 'kept'>('draft');
  const [chat, setChat] = useState('');
  const [worker, setWorker] = useState('');
  const tool = useTool(toolId);
  const text = by === 'draft' ? draft : null;
  return (
    <Card title="Try it out" className="lg:sticky lg:top-5">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          Choose a tool and its arguments: what would become of the call stands below, while you write.
          Nothing runs.
        </p>
        <ToolPicker label="Tool to try" value={toolId} onChange={setToolId} />
        {draft === null ? null : (
          <span>
            <Segments
              label="Judge by"
              segments={[
                { id: 'draft', label: 'The draft' },
                { id: 'kept', label: 'The kept rules' },
              ]}
              value={by}
              onChange={setBy}
            />
          </span>
        )}
        {toolId ? <ChatField chat={chat} onChat={setChat} /> : null}
        {toolId ? <WorkerField worker={worker} onWorker={setWorker} /> : null}
        {toolId && tool.isPending ? <Skeleton className="h-32 w-full" /> : null}
        {tool.isError ? <ProblemNote error={tool.error} retry={() => void tool.refetch()} /> : null}
        {tool.data ? (
          <Judged
            key={tool.data.id}
            tool={tool.data}
            text={text}
            chat={chat || null}
            worker={worker || null}
          />
        ) : null}
      </div>
    </Card>
  );
}

function ChatField({ chat, onChat }: { chat: string; onChat: (chat: string) => void }) {
  const { data: chats = [] } = useChats();
  return (
    <Field label="With the grants of">
      {(parts) => (
        <Select {...parts} value={chat} onChange={(event) => onChat(event.target.value)}>
          <option value="">no chat</option>
          {chats.map(({ id, title }) => (
            <option key={id} value={id}>
              {title || id}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A worker has its own tools and its own word on them. Without workers there is nothing to choose. */
function WorkerField({ worker, onWorker }: { worker: string; onWorker: (worker: string) => void }) {
  const { data: workers = [] } = useWorkers();
  if (workers.length === 0) return null;
  return (
    <Field label="Called by">
      {(parts) => (
        <Select {...parts} value={worker} onChange={(event) => onWorker(event.target.value)}>
          <option value="">no worker</option>
          {workers.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface Judging extends Pick<Trial, 'text' | 'chat' | 'worker'> {
  tool: Schemas['Tool'];
}

function Judged({ tool, text, chat, worker }: Judging) {
  const written = useArguments(tool);
  const { draft } = written;
  const trial: Trial | null = draft.value && { tool: tool.id, args: draft.value, text, chat, worker };
  const verdict = useVerdict(useRested(trial));
  const violations = verdict.error instanceof Problem ? (verdict.error.document.violations ?? NONE) : NONE;
  return (
    <>
      <ArgumentsEditor
        tool={tool}
        form={written.form}
        draft={draft}
        onDraft={written.write}
        violations={violations}
        context={written.context}
        view={written.view}
        onView={written.setView}
        forModels={false}
      />
      <section aria-label="Verdict" aria-live="polite" className="border-t border-line pt-4">
        {verdict.error ? <Unjudged error={verdict.error} /> : null}
        {!verdict.error && verdict.data ? (
          <p className="flex flex-wrap items-baseline gap-2 text-sm">
            <ApprovalBadge approval={verdict.data.decision} />
            <span className="min-w-0 break-words">
              <Sentence text={verdict.data.rule} />
            </span>
          </p>
        ) : null}
        {verdict.isPending ? <Skeleton className="h-5 w-2/3" /> : null}
      </section>
    </>
  );
}

/** Why nothing can be said yet. What is only unfinished is no failure. */
function Unjudged({ error }: { error: unknown }) {
  const kind = error instanceof Problem ? error.kind : null;
  if (kind === 'invalid-arguments')
    return <p className="text-sm text-muted">Complete the arguments to see what becomes of the call.</p>;
  if (kind === 'invalid-policy')
    return <p className="text-sm text-muted">The draft cannot be read yet. The kept rules can judge.</p>;
  return <ProblemNote error={error} />;
}
