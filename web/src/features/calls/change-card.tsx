import { Link } from '@tanstack/react-router';
import { FolderOpen } from 'lucide-react';
import { Suspense } from 'react';
import type { Schemas } from '@/api/client';
import { Card } from '@/components/card';
import { SkeletonRows } from '@/components/skeleton';
import { ChangeList } from '@/features/workspace';

/** What a call did to the workspace. */
export function ChangeCard({ call }: { call: Schemas['Call'] }) {
  if (call.finished_at == null || call.started_at == null) return null;
  const { added, modified, removed } = call.changes;
  const count = added.length + modified.length + removed.length;
  return (
    <Card title={count === 0 ? 'Change' : `Change of ${count === 1 ? 'one file' : `${count} files`}`}>
      {count === 0 ? (
        <p className="text-sm text-muted">It left the workspace as it was.</p>
      ) : (
        <>
          <Suspense fallback={<SkeletonRows count={Math.min(count, 4)} />}>
            <ChangeList
              chatId={call.chat_id}
              from={call.pre_manifest_id ?? null}
              to={call.post_manifest_id ?? null}
              changes={call.changes}
            />
          </Suspense>
          <Link
            to="/chats/$chatId/workspace"
            params={{ chatId: call.chat_id }}
            search={call.post_manifest_id ? { manifest: call.post_manifest_id } : {}}
            className="mt-3 inline-flex items-center gap-1.5 text-sm text-accent underline"
          >
            <FolderOpen aria-hidden size={15} />
            All files after this call
          </Link>
        </>
      )}
    </Card>
  );
}
