import { useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis, FolderOpen, Globe, RotateCw, Terminal } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Schemas } from '@/api/client';
import { usePageKeys } from '@/app/page-keys';
import { Button, IconButton } from '@/components/button';
import { Menu } from '@/components/menu';
import { tell, tellProblem } from '@/components/notices';
import { asCurl, asPegboardCommand } from './as-command';

const RerunDialog = lazy(() => import('./rerun-dialog'));

/** What can be done with a call that is there. */
export function CallActions({ call }: { call: Schemas['Call'] }) {
  const [rerunning, setRerunning] = useState(false);
  const over = call.status === 'success' || call.status === 'error';
  const keys = useMemo(
    () => (over ? [{ key: 'r', what: 'Run again on a branch', run: () => setRerunning(true) }] : []),
    [over],
  );
  return (
    <>
      {over ? (
        <>
          <PageKeys keys={keys} />
          <Button icon={RotateCw} onClick={() => setRerunning(true)}>
            Run again…
          </Button>
        </>
      ) : null}
      <More call={call} />
      {rerunning ? (
        <Suspense fallback={null}>
          <RerunDialog call={call} onClose={() => setRerunning(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A call that waits has other keys; these are there only with the actions they stand for. */
function PageKeys({ keys }: { keys: Parameters<typeof usePageKeys>[0] }) {
  usePageKeys(keys);
  return null;
}

function More({ call }: { call: Schemas['Call'] }) {
  const navigate = useNavigate();
  const copy = (text: string, what: string) => () =>
    void navigator.clipboard.writeText(text).then(() => tell(`Copied ${what}.`), tellProblem);
  const open = () =>
    void navigate({
      to: '/chats/$chatId/workspace',
      params: { chatId: call.chat_id },
      search: call.post_manifest_id ? { manifest: call.post_manifest_id } : {},
    });
  return (
    <Menu
      entries={[
        { label: 'Open in workspace', icon: FolderOpen, onSelect: open, disabled: call.finished_at == null },
        {
          label: 'Copy as pegboard call',
          icon: Terminal,
          onSelect: copy(asPegboardCommand(call), 'the command'),
        },
        { label: 'Copy as curl', icon: Globe, onSelect: copy(asCurl(call, location.origin), 'the request') },
        {
          label: 'Copy everything as JSON',
          icon: Copy,
          onSelect: copy(JSON.stringify(call, null, 2), 'the call'),
        },
      ]}
    >
      <IconButton icon={Ellipsis} label="More about this call" className="border border-line bg-surface" />
    </Menu>
  );
}
