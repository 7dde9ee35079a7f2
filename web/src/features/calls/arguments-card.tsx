import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { ArgumentsView } from './arguments-view';

/** What a call was asked with. */
export function ArgumentsCard({ args }: { args: object }) {
  const text = JSON.stringify(args, null, 2);
  return (
    <Card title="Arguments" actions={<CopyButton text={text} label="Copy the arguments as JSON" />}>
      <ArgumentsView args={args} label="Arguments" />
    </Card>
  );
}
