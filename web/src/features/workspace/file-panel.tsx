import { FileSearch, PencilLine, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Empty } from '@/components/empty';
import { Skeleton } from '@/components/skeleton';
import { FileView } from '@/features/renderers';
import { PathDialog } from './path-dialog';
import type { Files, useChanges } from './queries';

interface Props {
  chatId: string;
  path: string | undefined;
  manifest: string | undefined;
  files: Files | undefined;
  changes: ReturnType<typeof useChanges>;
  onOpen: (path: string | undefined) => void;
}

/** The open file and what one can do with it. */
export function FilePanel({ chatId, path, manifest, files, changes, onOpen }: Props) {
  const [naming, setNaming] = useState(false);
  // The path that is about to be gone: its file is not asked for once more while the page moves on.
  const [leaving, setLeaving] = useState<string | null>(null);
  if (path === undefined) {
    if (!files || files.files.length === 0) return null;
    return (
      <Empty icon={FileSearch} title="No file is open">
        Choose one from the tree: arrows move, Enter opens.
      </Empty>
    );
  }
  const there = files?.files.some((file) => file.path === path) ?? true;
  if (!there) {
    return (
      <Empty icon={FileSearch} title="This file is not in this state">
        <code>{path}</code> was removed, renamed, or not made yet.
      </Empty>
    );
  }
  const past = manifest !== undefined;
  return (
    <Card
      title={<code className="break-all">{path}</code>}
      actions={
        <>
          <Button icon={PencilLine} disabled={past} onClick={() => setNaming(true)}>
            Rename
          </Button>
          <Button
            look="danger"
            icon={Trash2}
            disabled={past}
            busy={changes.remove.isPending}
            onClick={() => {
              setLeaving(path);
              changes.remove.mutate(
                { path, kind: 'file' },
                { onSuccess: () => onOpen(undefined), onError: () => setLeaving(null) },
              );
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      <Suspense fallback={<Skeleton className="h-64" />}>
        {leaving === path ? (
          <Skeleton className="h-64" />
        ) : (
          <FileView
            key={`${path} ${manifest ?? ''}`}
            chatId={chatId}
            path={path}
            {...(manifest ? { manifestId: manifest } : {})}
          />
        )}
      </Suspense>
      {naming ? (
        <PathDialog
          title="Rename or move"
          action="Rename"
          initial={path}
          onClose={() => setNaming(false)}
          onPath={async (to) => {
            setLeaving(path);
            try {
              await changes.move.mutateAsync({ from: path, to });
              onOpen(to);
            } catch (error) {
              setLeaving(null);
              throw error;
            }
          }}
        />
      ) : null}
    </Card>
  );
}
