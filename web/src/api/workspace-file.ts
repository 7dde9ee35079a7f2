/** The address of a workspace file, at a state of it where one is named. */
export function fileAddress(chat: string, path: string, manifest?: string | null): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const query = manifest ? `?manifest_id=${encodeURIComponent(manifest)}` : '';
  return `/chats/${encodeURIComponent(chat)}/workspace/files/${encoded}${query}`;
}
