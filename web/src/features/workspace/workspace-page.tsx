import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { workspaceSearch } from '@/app/search';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { Comparison } from './comparison';
import { FilePanel } from './file-panel';
import { FilesPanel } from './files-panel';
import { History } from './history';
import { PastNote } from './past-note';
import { useChanges, useFiles, useHistory } from './queries';
import { WorkspaceActions } from './workspace-actions';

const route = getRouteApi('/chats/$chatId/workspace');

/** A chat's files: as they are, as they were, and what became of them. */
export function WorkspacePage() {
  const { chatId } = route.useParams();
  const { path, manifest } = route.useSearch({ select: workspaceSearch, structuralSharing: true });
  const navigate = route.useNavigate();
  const [comparedWith, setComparedWith] = useState<string | null>(null);
  const files = useFiles(chatId, manifest);
  const history = useHistory(chatId);
  const changes = useChanges(chatId);
  const now = useFiles(chatId);
  const active = now.data?.manifest_id ?? null;
  const shown = manifest ?? active;
  const parent = history.data?.pages.flatMap((page) => page.items).find(({ id }) => id === shown)?.parent_id;
  const open = (next: { path?: string | undefined; manifest?: string | undefined }) => {
    const search = {
      path: 'path' in next ? next.path : path,
      manifest: 'manifest' in next ? next.manifest : manifest,
    };
    void navigate({
      search: {
        ...(search.path ? { path: search.path } : {}),
        ...(search.manifest ? { manifest: search.manifest } : {}),
      },
    });
  };

  return (
    <Page
      title="Workspace"
      trail={
        <Link to="/chats/$chatId" params={{ chatId }} className="underline">
          Chat
        </Link>
      }
      about="Every state is kept: look at any of them, compare, and go back."
      actions={
        <WorkspaceActions
          chatId={chatId}
          manifest={manifest}
          changes={changes}
          onOpen={(made) => open({ path: made, manifest: undefined })}
        />
      }
    >
      {manifest && manifest !== active ? (
        <PastNote
          onNow={() => open({ manifest: undefined })}
          onRestore={() => changes.restore.mutate(manifest)}
        />
      ) : null}
      {files.error ? <ProblemNote error={files.error} retry={() => void files.refetch()} /> : null}
      <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Tabs
          label="Workspace"
          tabs={[
            {
              id: 'files',
              label: 'Files',
              content: files.data ? (
                <FilesPanel
                  chatId={chatId}
                  files={files.data}
                  parent={parent}
                  current={path}
                  past={manifest !== undefined}
                  changes={changes}
                  onOpen={(next) => open({ path: next })}
                />
              ) : files.isPending ? (
                <SkeletonRows />
              ) : null,
            },
            {
              id: 'history',
              label: 'History',
              content: (
                <History
                  chatId={chatId}
                  active={active}
                  shown={shown ?? undefined}
                  onShow={(state) => open({ manifest: state === active ? undefined : state })}
                  onCompare={setComparedWith}
                  onRestore={(state) => {
                    changes.restore.mutate(state);
                    open({ manifest: undefined });
                  }}
                />
              ),
            },
          ]}
        />
        <div className="flex min-w-0 flex-col gap-5">
          {comparedWith ? (
            <Comparison
              chatId={chatId}
              from={comparedWith}
              to={manifest}
              onClose={() => setComparedWith(null)}
            />
          ) : null}
          <FilePanel
            chatId={chatId}
            path={path}
            manifest={manifest}
            files={files.data}
            changes={changes}
            onOpen={(next) => open({ path: next })}
          />
        </div>
      </div>
    </Page>
  );
}
