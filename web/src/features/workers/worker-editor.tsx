import { Save, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { LeaveGuard } from '@/components/leave-guard';
import { ProblemNote } from '@/components/problem-note';
import { ProblemPlaces } from '@/components/problem-places';
import { Progress } from '@/components/progress';
import { Skeleton } from '@/components/skeleton';
import { CodeEditor, type CodeEditorHandle } from '@/features/renderers';
import { ConnectCard } from './connect-card';
import type { Worker } from './queries';
import { useWorkerDraft, type WorkerDraft } from './use-worker-draft';
import { WorkerFacts } from './worker-facts';

interface Props {
  name: string;
  /** `null` for one that is not there yet. */
  kept: Worker | null;
  initial: string;
  onKept: () => void;
}

/** A worker's file, checked while it is written, beside what it comes to. */
export function WorkerEditor(props: Props) {
  const { name, kept, initial } = props;
  const draft = useWorkerDraft(props);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {/* A new worker that nobody touched is nothing to lose. */}
      <LeaveGuard
        active={draft.changed && draft.text !== initial && !draft.keeping}
        what={name}
        keptBy="address"
      />
      <FileCard name={name} initial={initial} draft={draft} />
      <div className="flex min-w-0 flex-col gap-5">
        {draft.definition ? <WorkerFacts worker={draft.definition} /> : null}
        {draft.definition || draft.checking ? null : (
          <Card title="What it comes to">
            <p className="text-sm text-muted">Its tools and limits stand here as soon as the file holds.</p>
          </Card>
        )}
        {draft.checking && !draft.definition ? <Skeleton className="h-64 w-full" /> : null}
        {kept ? <ConnectCard name={name} /> : null}
      </div>
    </div>
  );
}

function FileCard({ name, initial, draft }: { name: string; initial: string; draft: WorkerDraft }) {
  const admin = useAllowed('admin') !== 'refused';
  const editor = useRef<CodeEditorHandle>(null);
  const { text, problems } = draft;
  return (
    <Card title={`${name}.worker`}>
      <div className="flex flex-col gap-3">
        <CodeEditor
          ref={editor}
          label={`The file ${name}.worker`}
          language={`${name}.worker`}
          value={text}
          problems={problems}
          readOnly={!admin}
          wrap
          onChange={draft.write}
          onSave={draft.keep}
          maxHeight="40rem"
        />
        {problems.length > 0 ? (
          <ProblemPlaces
            problems={problems}
            onGo={({ line, column }) => editor.current?.goTo(line, column)}
          />
        ) : null}
        {draft.failure ? <ProblemNote error={draft.failure} /> : null}
        {draft.keeping ? <Keeping step={draft.step} /> : null}
        {admin ? <Keep draft={draft} initial={initial} /> : null}
      </div>
    </Card>
  );
}

function Keep({ draft, initial }: { draft: WorkerDraft; initial: string }) {
  const { changed, problems } = draft;
  const state = problems.length > 0 ? 'Not kept yet: it does not hold.' : 'Not kept yet.';
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="mr-auto text-sm text-muted">
        {changed ? state : 'This is how it is kept.'}
      </p>
      <Button icon={Undo2} disabled={draft.text === initial} onClick={() => draft.write(initial)}>
        Discard
      </Button>
      <Button
        look="primary"
        icon={Save}
        busy={draft.keeping}
        disabled={!changed || problems.length > 0}
        onClick={draft.keep}
      >
        Keep the worker
      </Button>
    </div>
  );
}

function Keeping({ step }: { step: string | null }) {
  return (
    <div role="status" className="flex flex-col gap-2 text-sm text-muted">
      {step ?? 'Its toolsets are made ready.'}
      <Progress label="Keeping the worker" />
    </div>
  );
}
