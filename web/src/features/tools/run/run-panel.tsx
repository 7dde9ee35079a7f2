import { Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, got, type Schemas } from '@/api/client';
import { Problem } from '@/api/problem';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { tellProblem } from '@/components/notices';
import { explained } from '../form/explain';
import { formSchema } from '../form/form-schema';
import type { JsonSchema } from '../form/json-schema';
import { startingArgs } from '../form/starting-args';
import { fieldIdOf, stillHolding, type Violation } from '../form/violations';
import { draftOf, type ObjectDraft } from '../object-draft';
import { SavedInputs } from '../saved/saved-inputs';
import { ArgumentsEditor, type View } from './arguments-editor';
import { type ChatChoice, ChatChooser } from './chat-choice';
import { Outcome } from './outcome';
import { Refused } from './refused';
import { Running } from './running';
import { type Run, useRun } from './use-run';

/** What is being written and run. It is kept by the tool's page, so that looking at another part of it loses nothing. */
export function useRunPanel(tool: Schemas['Tool'], chat: string | undefined) {
  const schema = (tool.input_schema ?? {}) as JsonSchema;
  const [draft, setDraft] = useState<ObjectDraft>(() => draftOf(startingArgs(schema)));
  const [view, setView] = useState<View>('form');
  const [choice, setChoice] = useState<ChatChoice>(chat ? { kind: 'chat', id: chat } : { kind: 'default' });
  const form = useMemo(() => formSchema(schema), [schema]);
  const { run, start } = useRun(tool.id);
  const violations = useViolations(run, form, draft.value);

  const submit = async () => {
    if (!draft.value || run.phase === 'running' || isOff(tool)) return;
    try {
      const chatId = await chatOf(choice);
      if (choice.kind === 'new' && chatId) setChoice({ kind: 'chat', id: chatId });
      await start(draft.value, chatId);
    } catch (error) {
      tellProblem(error);
    }
  };
  const goTo = (violation: Violation) => {
    flushSync(() => setView('form'));
    document.getElementById(fieldIdOf(violation))?.focus();
  };
  return { goTo, form, draft, setDraft, view, setView, choice, setChoice, run, violations, submit };
}

type Panel = ReturnType<typeof useRunPanel>;

/** Writes a tool's arguments, runs it, and shows what comes of it. */
export function RunPanel({ tool, panel }: { tool: Schemas['Tool']; panel: Panel }) {
  const { form, draft, violations, view, run } = panel;
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    void panel.submit();
  };
  return (
    <div className="flex flex-col gap-5" onKeyDownCapture={keys}>
      <Card>
        <ArgumentsEditor
          tool={tool}
          form={form}
          draft={draft}
          onDraft={panel.setDraft}
          violations={violations}
          view={view}
          onView={panel.setView}
        />
        <div className="mt-5 flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
          <ChatChooser choice={panel.choice} onChange={panel.setChoice} />
          <span className="flex flex-wrap gap-2">
            <SavedInputs
              toolId={tool.id}
              args={draft.value}
              onLoad={(args) => panel.setDraft(draftOf(args))}
            />
            <Button
              look="primary"
              icon={Play}
              busy={run.phase === 'running'}
              disabled={isOff(tool) || draft.value === null}
              onClick={() => void panel.submit()}
            >
              Run
              <kbd className="hidden text-xs font-normal sm:inline">Ctrl ↵</kbd>
            </Button>
          </span>
        </div>
        {tool.enabled ? null : (
          <p className="mt-3 text-sm text-muted">This tool is switched off; switch it on to run it.</p>
        )}
      </Card>
      <Result run={run} violations={violations} onGo={(violation) => panel.goTo(violation)} />
    </div>
  );
}

function isOff(tool: Schemas['Tool']): boolean {
  return !tool.enabled || Boolean(tool.problem);
}

interface ResultProps {
  run: Run;
  violations: readonly Violation[];
  onGo: (violation: Violation) => void;
}

/** The region below the arguments, which the page shows as soon as something stands in it. */
function Result({ run, violations, onGo }: ResultProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (run.phase !== 'idle') place.current?.scrollIntoView({ block: 'nearest' });
  }, [run.phase]);
  return (
    <div ref={place} className="scroll-mb-8">
      {run.phase === 'running' ? <Running since={run.since} callId={run.callId} log={run.log} /> : null}
      {run.phase === 'refused' ? <Refused error={run.error} violations={violations} onGo={onGo} /> : null}
      {run.phase === 'recorded' ? <Outcome callId={run.callId} /> : null}
    </div>
  );
}

/** What the server found wrong, as long as it stands there unchanged. */
function useViolations(run: Run, form: ReturnType<typeof formSchema>, args: unknown) {
  const refused = run.phase === 'refused' ? run : null;
  const found = useMemo(() => {
    const told = refused?.error instanceof Problem ? (refused.error.document.violations ?? []) : [];
    return explained(told, form, refused?.args);
  }, [refused, form]);
  return useMemo(() => stillHolding(found, refused?.args, args), [found, refused, args]);
}

async function chatOf(choice: ChatChoice): Promise<string | null> {
  if (choice.kind === 'default') return null;
  if (choice.kind === 'chat') return choice.id;
  const chat = await got(api.POST('/chats', { body: { title: choice.title.trim() || null } }));
  return chat.id;
}
