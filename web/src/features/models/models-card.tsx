import { useLocation } from '@tanstack/react-router';
import { Plus, Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { ModelDialog } from './model-dialog';
import { ModelRow } from './model-row';
import { type Model, useModels } from './queries';

/** The language models that this house can ask. */
export function ModelsCard() {
  const models = useModels();
  const admin = useAllowed('admin') === 'allowed';
  const [edited, setEdited] = useState<Model | 'new' | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const wanted = useLocation({ select: ({ hash }) => hash === 'models' });
  useEffect(() => {
    if (wanted && models.isSuccess) place.current?.scrollIntoView();
  }, [wanted, models.isSuccess]);
  return (
    <div id="models" ref={place} className="scroll-mt-6">
      <Card
        title={
          <span className="flex items-center gap-2">
            <Sparkles aria-hidden size={16} className="text-muted" />
            Language models
          </span>
        }
        actions={
          admin ? (
            <Button icon={Plus} onClick={() => setEdited('new')}>
              Add a model
            </Button>
          ) : null
        }
      >
        <p className="max-w-prose text-sm text-muted">
          They reply in chats, with the tools that a chat has at hand. Nothing else needs one. Keys are kept
          encrypted and never shown again.
        </p>
        {models.isPending ? <SkeletonRows count={1} /> : null}
        {models.error ? <ProblemNote error={models.error} retry={() => void models.refetch()} /> : null}
        <ul
          aria-label="Language models"
          className="mt-4 divide-y divide-line rounded-md border border-line empty:hidden"
        >
          {models.data?.map((model) => (
            <ModelRow key={model.name} model={model} admin={admin} onEdit={() => setEdited(model)} />
          ))}
        </ul>
        {edited ? (
          <ModelDialog
            model={edited === 'new' ? null : edited}
            taken={models.data?.map(({ name }) => name) ?? []}
            onClose={() => setEdited(null)}
          />
        ) : null}
      </Card>
    </div>
  );
}
