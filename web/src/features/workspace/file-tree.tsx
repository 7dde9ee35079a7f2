import {
  hotkeysCoreFeature,
  type ItemInstance,
  selectionFeature,
  syncDataLoaderFeature,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight, File as FileIcon, Folder } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '@/components/class-names';
import { bytes } from '@/components/moment';
import { foldersAbove, type Mark, type Node } from './tree-data';

interface Props {
  nodes: Map<string, Node>;
  /** The path that is open. */
  current: string | undefined;
  /** Whether every folder is open, as while searching. */
  open: boolean;
  /** A file was chosen. */
  onOpen: (node: Node) => void;
  /** A folder was chosen; it opens or closes by itself. */
  onFolder: (node: Node) => void;
}

const ROW = 30;
const nowhere: Node = { path: '', name: '', kind: 'file', children: [], mark: undefined, size: null };

/** The files of a workspace. Only the rows in sight are drawn, so that ten thousand are no burden. */
export function FileTree({ nodes, current, open, onOpen, onFolder }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const tree = useTree<Node>({
    rootItemId: '',
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().kind === 'folder',
    dataLoader: {
      getItem: (id) => nodes.get(id) ?? nowhere,
      getChildren: (id) => nodes.get(id)?.children ?? [],
    },
    initialState: { expandedItems: current ? foldersAbove(current) : [] },
    onPrimaryAction: (item) => {
      if (item.isFolder()) onFolder(item.getItemData());
      else onOpen(item.getItemData());
    },
    scrollToItem: (item) => rows.scrollToIndex(item.getItemMeta().index),
    indent: 14,
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature],
  });

  useEffect(() => {
    if (open) tree.applySubStateUpdate('expandedItems', () => folderIds(nodes));
    tree.rebuildTree();
  }, [tree, nodes, open]);

  const items = tree.getItems();
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });

  return (
    <div ref={scroller} className="max-h-[65dvh] overflow-auto" data-testid="file-tree">
      <div
        {...tree.getContainerProps('Files of the workspace')}
        className="relative w-full"
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index];
          return item ? <TreeRow key={item.getId()} item={item} top={row.start} current={current} /> : null;
        })}
      </div>
    </div>
  );
}

function folderIds(nodes: Map<string, Node>): string[] {
  return [...nodes.values()].filter((node) => node.kind === 'folder').map((node) => node.path);
}

interface RowProps {
  item: ItemInstance<Node>;
  top: number;
  current: string | undefined;
}

function TreeRow({ item, top, current }: RowProps) {
  const node = item.getItemData();
  const here = node.path === current;
  const Icon = node.kind === 'folder' ? Folder : FileIcon;
  return (
    <button
      type="button"
      {...item.getProps()}
      // The row's own text names it, with its mark and its size.
      aria-label={undefined}
      className={classNames(
        'absolute left-0 flex w-full items-center gap-1.5 rounded pr-2 text-left text-sm outline-offset-[-2px]',
        here ? 'bg-accent-soft font-medium' : 'hover:bg-sunken',
      )}
      style={{ top, height: ROW, paddingLeft: 6 + item.getItemMeta().level * 14 }}
    >
      <ChevronRight
        aria-hidden
        size={14}
        className={classNames(
          'shrink-0 text-muted transition-transform',
          node.kind === 'file' && 'invisible',
          item.isExpanded() && 'rotate-90',
        )}
      />
      <Icon aria-hidden size={15} className={node.kind === 'folder' ? 'text-accent' : 'text-muted'} />
      <span className="min-w-0 flex-1 truncate">{node.name}</span>
      {node.mark ? <MarkLetter mark={node.mark} folder={node.kind === 'folder'} /> : null}
      {node.size === null ? null : (
        <span className="text-xs text-muted tabular-nums">{bytes(node.size)}</span>
      )}
    </button>
  );
}

const letters: Record<Mark, [letter: string, look: string]> = {
  added: ['A', 'text-good'],
  modified: ['M', 'text-warn'],
  removed: ['D', 'text-bad'],
};

/** `A`, `M` or `D`, as version control writes it; a dot for a folder in which something changed. */
export function MarkLetter({ mark, folder = false }: { mark: Mark; folder?: boolean }) {
  const [letter, look] = letters[mark];
  return (
    <span className={classNames('text-xs font-bold', folder ? 'text-warn' : look)}>
      <span aria-hidden>{folder ? '•' : letter}</span>
      <span className="sr-only">{folder ? 'holds changes' : mark}</span>
    </span>
  );
}
