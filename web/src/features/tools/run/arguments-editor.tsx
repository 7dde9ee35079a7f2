import type { RJSFSchema } from '@rjsf/utils';
import { lazy, Suspense } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { Skeleton } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { CodeEditor } from '@/features/renderers';
import type { FormContext } from '../form/unfinished';
import type { Violation } from '../form/violations';
import { type ObjectDraft, withFields, withText } from '../object-draft';
import { ModelView } from './model-view';

const SchemaForm = lazy(() => import('../form/schema-form'));

export type View = 'form' | 'json' | 'model';

interface Props {
  tool: Schemas['Tool'];
  form: RJSFSchema;
  draft: ObjectDraft;
  onDraft: (change: (draft: ObjectDraft) => ObjectDraft) => void;
  violations: readonly Violation[];
  context: FormContext;
  view: View;
  onView: (view: View) => void;
  /** Whether to show what a model sees of the tool as well. */
  forModels?: boolean;
}

/** The arguments as a form, as JSON, and what a model sees of them. All show the same draft. */
export function ArgumentsEditor(props: Props) {
  const { tool, form, draft, onDraft, violations, context, view, onView, forModels = true } = props;
  const tabs = [
    {
      id: 'form',
      label: 'Form',
      content: draft.value ? (
        <Suspense fallback={<FormSkeleton fields={Object.keys(form.properties ?? {}).length} />}>
          <Fields
            form={form}
            args={draft.value}
            violations={violations}
            context={context}
            onDraft={onDraft}
          />
        </Suspense>
      ) : (
        <Unreadable problem={draft.problem} onFix={() => onView('json')} />
      ),
    },
    {
      id: 'json',
      label: 'JSON',
      content: (
        <>
          <CodeEditor
            label="Arguments as JSON"
            language="json"
            value={draft.text}
            onChange={(text) => onDraft(() => withText(text))}
          />
          <p role="status" className="mt-1 min-h-5 text-xs text-bad">
            {draft.problem}
          </p>
        </>
      ),
    },
    ...(forModels
      ? [{ id: 'model', label: 'What the model sees', content: <ModelView toolId={tool.id} /> }]
      : []),
  ];
  return <Tabs label="Arguments as" tabs={tabs} value={view} onValueChange={(id) => onView(id as View)} />;
}

function Fields({
  form,
  args,
  violations,
  context,
  onDraft,
}: Pick<Props, 'form' | 'violations' | 'context' | 'onDraft'> & { args: Record<string, unknown> }) {
  if (Object.keys(form.properties ?? {}).length === 0 && !form.additionalProperties) {
    return <p className="text-sm text-muted">This tool takes no arguments.</p>;
  }
  return (
    <SchemaForm
      schema={form}
      args={args}
      violations={violations}
      context={context}
      onChange={(value) => onDraft((draft) => withFields(draft, value))}
    />
  );
}

/** The form cannot show what cannot be read; nothing of it is lost. */
function Unreadable({ problem, onFix }: { problem: string | null; onFix: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      <p>{problem} The form shows it again when it can be read.</p>
      <Button onClick={onFix}>Go on with the JSON</Button>
    </div>
  );
}

function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div role="status" aria-label="Loading the form" className="flex flex-col gap-4">
      {Array.from({ length: Math.min(fields, 6) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and never moved
        <Skeleton key={index} className="h-14 w-full" />
      ))}
    </div>
  );
}
