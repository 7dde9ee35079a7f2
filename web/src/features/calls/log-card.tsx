import type { Schemas } from '@/api/client';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { PrintedText } from './printed-text';
import { useLiveLog } from './use-live-log';

/** What a call's tool printed; of a running one as it comes. */
export function LogCard({ call }: { call: Schemas['Call'] }) {
  const live = useLiveLog(call.id);
  const running = call.status === 'running';
  const text = running ? live : (call.log ?? '');
  if (call.status === 'pending' || (!running && text === '')) return null;
  return (
    <Card title="Log" actions={text ? <CopyButton text={text} label="Copy the log" /> : null}>
      {text ? (
        <PrintedText text={text} label="Log" follow={running} />
      ) : (
        <p className="text-sm text-muted">
          Nothing was printed since this page was opened. The whole log stands here when the call is over.
        </p>
      )}
    </Card>
  );
}
