import { Save, ScrollText, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Empty } from '@/components/empty';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { ProblemPlaces } from '@/components/problem-places';
import { useRested } from '@/components/rested';
import { CodeEditor, type CodeEditorHandle } from '@/features/renderers';
import { EXAMPLE } from './example';
import { useChecked, useSavePolicy } from './queries';

interface Props {
  /** The policy as the server keeps it. */
  kept: string;
  /** What is written and not kept; `null` while nobody writes. */
  draft: string | null;
  onDraft: (draft: string | null) => void;
}

const NONE: never[] = [];

/** The house's rules as text, checked while they are written. */
export function RulesCard({ kept, draft, onDraft }: Props) {
  const admin = useAllowed('admin') !== 'refused';
  const editor = useRef<CodeEditorHandle>(null);
  const changed = draft !== null && draft !== kept;
  const rested = useRested(draft);
  const checked = useChecked(changed ? rested : null);
  const problems = (changed && checked.data?.problems) || NONE;
  const save = useSavePolicy();
  const keep = () => {
    if (draft === null || !changed || save.isPending) return;
    const before = kept;
    save.mutate(draft, {
      onSuccess: () => {
        onDraft(null);
        tell('The rules hold from now on.', { label: 'Undo', run: () => save.mutate(before) });
      },
    });
  };
  if (kept === '' && draft === null) return <NoRules admin={admin} onBegin={onDraft} />;
  return (
    <Card title="Rules">
      <div className="flex flex-col gap-3">
        <CodeEditor
          ref={editor}
          label="Rules as YAML"
          language="yaml"
          value={draft ?? kept}
          problems={problems}
          readOnly={!admin}
          onChange={(text) => onDraft(text === kept && kept !== '' ? null : text)}
          onSave={keep}
          maxHeight="32rem"
        />
        {problems.length > 0 ? (
          <ProblemPlaces
            problems={problems}
            onGo={({ line, column }) => editor.current?.goTo(line, column)}
          />
        ) : null}
        {checked.isError ? <ProblemNote error={checked.error} /> : null}
        {save.isError && problems.length === 0 ? <ProblemNote error={save.error} /> : null}
        {admin ? (
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p role="status" className="mr-auto text-sm text-muted">
              {stateOf(changed, checked.isPlaceholderData || rested !== draft, problems.length)}
            </p>
            <Button icon={Undo2} disabled={draft === null} onClick={() => onDraft(null)}>
              Discard
            </Button>
            <Button
              look="primary"
              icon={Save}
              busy={save.isPending}
              disabled={!changed || problems.length > 0}
              onClick={keep}
            >
              Keep the rules
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

function stateOf(changed: boolean, checking: boolean, problems: number): string {
  if (!changed) return 'These rules hold.';
  if (problems > 0)
    return problems === 1
      ? 'One problem: it cannot be kept yet.'
      : `${problems} problems: it cannot be kept yet.`;
  return checking ? 'Not kept yet.' : 'Not kept yet. Nothing is wrong with it.';
}

function NoRules({ admin, onBegin }: { admin: boolean; onBegin: (draft: string) => void }) {
  return (
    <Empty
      icon={ScrollText}
      title="The house has no rules of its own"
      action={
        admin ? (
          <span className="flex flex-wrap justify-center gap-2">
            <Button look="primary" onClick={() => onBegin(EXAMPLE)}>
              Begin with an example
            </Button>
            <Button onClick={() => onBegin('toolsets:\n')}>Write them</Button>
          </span>
        ) : null
      }
    >
      Each tool is asked about as it says itself: built-in tools and your own toolsets run, what comes from
      elsewhere asks. Rules say otherwise for a toolset, one of its tools, a command of the shell, or a part
      of the workspace.
    </Empty>
  );
}
