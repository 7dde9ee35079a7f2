import type { Schemas } from '@/api/client';
import { Confirm } from '@/components/confirm';

interface Props {
  calls: readonly Schemas['Call'][];
  onClose: () => void;
  onApprove: () => void;
}

/** Asks once more before several calls run at once. */
export function ApproveAll({ calls, onClose, onApprove }: Props) {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call.tool_id, (counts.get(call.tool_id) ?? 0) + 1);
  return (
    <Confirm
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Run ${calls.length} calls?`}
      action={`Approve ${calls.length}`}
      onConfirm={onApprove}
    >
      <p>
        They run at once, those of one chat one after another. This cannot be undone. What each approval holds
        for is as chosen on its card.
      </p>
      <ul className="mt-2 max-h-48 list-disc overflow-y-auto pl-5">
        {[...counts].map(([tool, count]) => (
          <li key={tool}>
            <code>{tool}</code>
            {count > 1 ? `, ${count} times` : null}
          </li>
        ))}
      </ul>
    </Confirm>
  );
}
