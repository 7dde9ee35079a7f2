import { Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { MissingConfig } from '@/features/config';
import type { Violation } from '../form/violations';
import { SavedInputs } from '../saved/saved-inputs';
import { ArgumentsEditor } from './arguments-editor';
import { ChatChooser } from './chat-choice';
import { Outcome } from './outcome';
import { Refused } from './refused';
import { Running } from './running';
import type { Run } from './use-run';
import type { useRunPanel } from './use-run-panel';

interface Props {
  tool: Schemas['Tool'];
  panel: ReturnType<typeof useRunPanel>;
}

/** Writes a tool's arguments, runs it, and shows what comes of it. */
export function RunPanel({ tool, panel }: Props) {
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
        <MissingConfig toolId={tool.id} status={tool.status} />
        <ArgumentsEditor
          tool={tool}
          form={form}
          draft={draft}
          onDraft={panel.write}
          context={panel.context}
          violations={violations}
          view={view}
          onView={panel.setView}
        />
        <div className="mt-5 flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
          <ChatChooser choice={panel.choice} onChange={panel.setChoice} />
          <span className="flex flex-wrap gap-2">
            <SavedInputs toolId={tool.id} args={draft.value} onLoad={panel.load} />
            <Button
              look="primary"
              icon={Play}
              busy={run.phase === 'running'}
              disabled={!panel.ready}
              onClick={() => void panel.submit()}
            >
              Run
              <kbd className="hidden text-xs font-normal sm:inline">Ctrl ↵</kbd>
            </Button>
          </span>
        </div>
        {panel.context.unfinished.size > 0 ? <Unfinished onDrop={panel.forget} /> : null}
        {tool.enabled ? null : (
          <p className="mt-3 text-sm text-muted">This tool is switched off; switch it on to run it.</p>
        )}
      </Card>
      <Result run={run} violations={violations} onGo={(violation) => panel.goTo(violation)} />
    </div>
  );
}

/** Why the tool cannot run yet. The field may be one that was removed since. */
function Unfinished({ onDrop }: { onDrop: () => void }) {
  return (
    <p role="status" className="mt-3 text-sm text-muted">
      A field holds JSON that cannot be read yet; finish it, or{' '}
      <button type="button" className="text-accent underline" onClick={onDrop}>
        drop it
      </button>
      .
    </p>
  );
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
    <div ref={place} className="scroll-mb-8 empty:hidden">
      {run.phase === 'running' ? <Running since={run.since} callId={run.callId} log={run.log} /> : null}
      {run.phase === 'refused' ? <Refused error={run.error} violations={violations} onGo={onGo} /> : null}
      {run.phase === 'recorded' ? <Outcome callId={run.callId} /> : null}
    </div>
  );
}
