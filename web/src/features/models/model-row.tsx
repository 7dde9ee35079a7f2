import { CircleCheck, CircleX, Ellipsis, PencilLine, Star, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/badge';
import { Button, IconButton } from '@/components/button';
import { Confirm } from '@/components/confirm';
import { Menu } from '@/components/menu';
import { duration } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { Sentence } from '@/components/sentence';
import { spokenAs } from './protocols';
import { type Model, type ModelTest, useDefaultModel, useRemoveModel, useTestModel } from './queries';

interface Props {
  model: Model;
  admin: boolean;
  onEdit: () => void;
}

/** One model: where it is asked, whether it answers, and what can be done with it. */
export function ModelRow({ model, admin, onEdit }: Props) {
  const test = useTestModel(model.name);
  return (
    <li className="flex flex-col gap-2 px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <span className="font-medium break-all">{model.name}</span>
            {model.default ? <Badge tone="accent">default</Badge> : null}
            <code className="text-xs break-all text-muted">{model.model}</code>
          </p>
          <p className="text-xs break-words text-muted">
            {spokenAs(model.protocol).label}
            {model.base_url ? `, ${model.base_url}` : ''} · {model.context_window.toLocaleString()} tokens ·{' '}
            {model.pictures ? 'sees pictures' : 'sees no pictures'} · {model.api_key ? 'key kept' : 'no key'}
          </p>
        </div>
        {admin ? (
          <span className="flex items-center gap-1">
            <Button busy={test.isPending} onClick={() => test.mutate()} aria-label={`Test ${model.name}`}>
              Test
            </Button>
            <More model={model} onEdit={onEdit} />
          </span>
        ) : null}
      </div>
      {model.warning ? (
        <p className="flex gap-2 rounded-md bg-warn-soft px-2.5 py-1.5">
          <TriangleAlert aria-hidden size={15} className="mt-0.5 shrink-0 text-warn" />
          <span className="min-w-0 break-words">
            <Sentence text={model.warning} />
          </span>
        </p>
      ) : null}
      {test.error ? <ProblemNote error={test.error} /> : null}
      {test.data ? <Tested test={test.data} /> : null}
    </li>
  );
}

function Tested({ test }: { test: ModelTest }) {
  const Icon = test.ok ? CircleCheck : CircleX;
  return (
    <div
      role="status"
      className={`flex gap-2 rounded-md px-2.5 py-1.5 ${test.ok ? 'bg-good-soft' : 'bg-bad-soft'}`}
    >
      <Icon aria-hidden size={15} className={`mt-0.5 shrink-0 ${test.ok ? 'text-good' : 'text-bad'}`} />
      <p className="min-w-0 break-words">
        {test.message}
        {test.ok && test.duration_ms != null ? `, in ${duration(test.duration_ms)}` : ''}
        {test.hint ? <span className="mt-0.5 block">{test.hint}</span> : null}
      </p>
    </div>
  );
}

function More({ model, onEdit }: Pick<Props, 'model' | 'onEdit'>) {
  const [removing, setRemoving] = useState(false);
  const remove = useRemoveModel();
  const standard = useDefaultModel();
  return (
    <>
      <Menu
        entries={[
          { label: 'Edit', icon: PencilLine, onSelect: onEdit },
          {
            label: 'Make it the default',
            icon: Star,
            disabled: model.default,
            onSelect: () => standard.mutate(model.name),
          },
          { label: 'Remove…', icon: Trash2, danger: true, onSelect: () => setRemoving(true) },
        ]}
      >
        <IconButton icon={Ellipsis} label={`More about ${model.name}`} />
      </Menu>
      <Confirm
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove the model “${model.name}”?`}
        action="Remove"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(model.name, { onSettled: () => setRemoving(false) })}
      >
        <p>Its key is forgotten with it. What it wrote in chats stays.</p>
      </Confirm>
    </>
  );
}
