import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { JsonTree } from '@/features/renderers';

/** What a call was asked with. */
export function ArgumentsCard({ args }: { args: object }) {
  const empty = Object.keys(args).length === 0;
  return (
    <Card
      title="Arguments"
      actions={empty ? null : <CopyButton text={JSON.stringify(args, null, 2)} label="Copy the arguments" />}
    >
      {empty ? (
        <p className="text-sm text-muted">It was called without arguments.</p>
      ) : (
        <JsonTree value={args} label="Arguments" />
      )}
    </Card>
  );
}
