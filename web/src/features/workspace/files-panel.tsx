import { FolderOpen } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Empty } from '@/components/empty';
import { Input } from '@/components/field';
import { FileTree } from './file-tree';
import { FolderBar } from './folder-bar';
import { type Files, type useChanges, useDiff } from './queries';
import { matching, treeOf } from './tree-data';

interface Props {
  chatId: string;
  files: Files;
  /** The state before the shown one; `null` is the empty workspace, `undefined` is not known yet. */
  parent: string | null | undefined;
  current: string | undefined;
  /** Whether an earlier state is shown. */
  past: boolean;
  changes: ReturnType<typeof useChanges>;
  onOpen: (path: string) => void;
}

/** The tree with its search. What the last change touched is marked. */
export function FilesPanel({ chatId, files, parent, current, past, changes, onOpen }: Props) {
  const [search, setSearch] = useState('');
  const [folder, setFolder] = useState<string | null>(null);
  const sought = useDeferredValue(search);
  const diff = useDiff(chatId, parent ?? undefined, files.manifest_id ?? undefined);
  const changed = diff.data?.changes;
  const nodes = useMemo(
    () => treeOf(matching(files.files, sought), sought ? [] : files.empty_dirs, changed),
    [files, sought, changed],
  );
  if (files.files.length === 0 && files.empty_dirs.length === 0) {
    return (
      <Empty icon={FolderOpen} title="An empty workspace">
        {past
          ? 'Nothing lay here then.'
          : 'Tools that are called in this chat leave their files here. Drop some of your own anywhere on this page.'}
      </Empty>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <Input
        type="search"
        aria-label="Find a file"
        placeholder={files.files.length === 1 ? 'Find one file' : `Find among ${files.files.length} files`}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {folder !== null && !past && nodes.has(folder) ? (
        <FolderBar folder={folder} changes={changes} onOpen={onOpen} onGone={() => setFolder(null)} />
      ) : null}
      {nodes.size === 1 ? (
        <p className="text-sm text-muted">No path holds that.</p>
      ) : (
        <FileTree
          nodes={nodes}
          current={current}
          open={sought !== ''}
          onOpen={(node) => onOpen(node.path)}
          onFolder={(node) => setFolder(node.path)}
        />
      )}
    </div>
  );
}
