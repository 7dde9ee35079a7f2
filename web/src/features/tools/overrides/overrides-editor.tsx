import { Save, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ProblemNote } from '@/components/problem-note';
import { useRested } from '@/components/rested';
import { Skeleton } from '@/components/skeleton';
import { useRecentCalls } from '../queries';
import { ChangedThings } from './changed-things';
import { draftOf, isChanged, type OverrideDraft, requestOf } from './override-draft';
import { OverridePreview } from './override-preview';
import { usePreview, useSaveOverride } from './queries';

interface Props {
  tool: Schemas['Tool'];
  /** What is written and not saved; the tool's page keeps it while another part of it is shown. */
  unsaved: OverrideDraft | null;
  onUnsaved: (draft: OverrideDraft | null) => void;
}

/** What the user changes about a tool: shown beside what the bundle says, tried on a past call, saved with a way back. */
export default function OverridesEditor({ tool, unsaved, onUnsaved }: Props) {
  const saved = tool.overrides.user;
  const draft = unsaved ?? draftOf(saved);
  const request = requestOf(draft);
  const changed = isChanged(draft, saved);
  const save = useSaveOverride(tool.id);
  const without = usePreview(tool.id, {}, null);
  const calls = useRecentCalls(tool.id).data?.filter(({ status }) => status === 'success') ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const callId = chosen ?? calls[0]?.id ?? null;
  const preview = usePreview(tool.id, useRested(request), callId);

  return (
    // What has the focus is never below the bar with the buttons.
    <div className="flex flex-col gap-5 [&_:focus]:scroll-mb-20">
      <Card title="Changes to this tool">
        {without.isError ? <ProblemNote error={without.error} /> : null}
        {without.data ? (
          <ChangedThings
            tool={tool}
            base={without.data.tool}
            draft={draft}
            onDraft={onUnsaved}
            callId={callId}
          />
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </Card>
      <OverridePreview
        calls={calls}
        callId={callId}
        onCall={setChosen}
        plan={preview.data?.render_plan ?? undefined}
        problem={preview.error}
      />
      {save.isError ? <ProblemNote error={save.error} /> : null}
      <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas py-3">
        <p role="status" className="mr-auto text-sm text-muted">
          {changed ? 'Not saved yet' : 'Everything is saved'}
        </p>
        <Button icon={Undo2} disabled={!changed} onClick={() => onUnsaved(null)}>
          Discard
        </Button>
        <Button
          look="primary"
          icon={Save}
          busy={save.isPending}
          disabled={!changed || request === null}
          onClick={() =>
            request &&
            save.mutate({ override: request, before: saved ?? {} }, { onSuccess: () => onUnsaved(null) })
          }
        >
          Save the changes
        </Button>
      </div>
    </div>
  );
}
