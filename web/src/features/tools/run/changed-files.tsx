import { Suspense } from 'react';
import type { Schemas } from '@/api/client';
import { Skeleton } from '@/components/skeleton';
import { ChangeList } from '@/features/workspace';

/** The files that a call changed, each with its lines when it is opened. */
export function ChangedFiles({ call }: { call: Schemas['Call'] }) {
  const { added, modified, removed } = call.changes;
  const count = added.length + modified.length + removed.length;
  if (count === 0) return null;
  return (
    <section aria-label="Changed files">
      <h3 className="mb-1.5 text-sm font-medium">
        {count === 1 ? '1 file changed' : `${count} files changed`}
      </h3>
      <Suspense fallback={<Skeleton className="h-9 w-full" />}>
        <ChangeList
          chatId={call.chat_id}
          from={call.pre_manifest_id ?? null}
          to={call.post_manifest_id ?? null}
          changes={call.changes}
        />
      </Suspense>
    </section>
  );
}
