/** How a path differs from another state. */
export type Mark = 'added' | 'modified' | 'removed';

/** One row of the tree. Its id is its path; the root's is empty. */
export interface Node {
  path: string;
  name: string;
  kind: 'folder' | 'file';
  /** Paths, folders first, each kind by name. */
  children: string[];
  mark: Mark | undefined;
  size: number | null;
}

interface File {
  path: string;
  size?: number | null;
}

/** Paths by how they differ. */
export interface Changed {
  added: readonly string[];
  modified: readonly string[];
  removed: readonly string[];
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The tree of a workspace. A folder carries a mark when something in it does; what was removed has no row. */
export function treeOf(
  files: readonly File[],
  emptyFolders: readonly string[],
  changed?: Changed,
): Map<string, Node> {
  const nodes = new Map<string, Node>();
  nodes.set('', { path: '', name: '', kind: 'folder', children: [], mark: undefined, size: null });
  for (const file of files) place(nodes, file.path, 'file', file.size ?? null);
  for (const folder of emptyFolders) place(nodes, folder, 'folder', null);
  for (const node of nodes.values()) node.children.sort((a, b) => order(nodes, a, b));
  if (changed) mark(nodes, changed);
  return nodes;
}

function place(nodes: Map<string, Node>, path: string, kind: Node['kind'], size: number | null): void {
  if (nodes.has(path)) return;
  const slash = path.lastIndexOf('/');
  const parent = slash < 0 ? '' : path.slice(0, slash);
  if (!nodes.has(parent)) place(nodes, parent, 'folder', null);
  nodes.set(path, { path, name: path.slice(slash + 1), kind, children: [], mark: undefined, size });
  nodes.get(parent)?.children.push(path);
}

function order(nodes: Map<string, Node>, a: string, b: string): number {
  const left = nodes.get(a);
  const right = nodes.get(b);
  if (!left || !right) return 0;
  if (left.kind !== right.kind) return left.kind === 'folder' ? -1 : 1;
  return names.compare(left.name, right.name);
}

function mark(nodes: Map<string, Node>, changed: Changed): void {
  for (const path of changed.added) setMark(nodes, path, 'added');
  for (const path of changed.modified) setMark(nodes, path, 'modified');
  for (const path of changed.removed) markFolders(nodes, path);
}

function setMark(nodes: Map<string, Node>, path: string, to: Mark): void {
  const node = nodes.get(path);
  if (!node) return;
  node.mark = to;
  markFolders(nodes, path);
}

function markFolders(nodes: Map<string, Node>, path: string): void {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const folder = nodes.get(path.slice(0, slash));
    if (folder) folder.mark = 'modified';
  }
}

/** The folders that lead to a path, outermost first. */
export function foldersAbove(path: string): string[] {
  const above: string[] = [];
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
    above.push(path.slice(0, slash));
  return above;
}

/** The files whose path holds every word of a search. */
export function matching<T extends File>(files: readonly T[], search: string): readonly T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return files;
  return files.filter(({ path }) => {
    const low = path.toLowerCase();
    return words.every((word) => low.includes(word));
  });
}
