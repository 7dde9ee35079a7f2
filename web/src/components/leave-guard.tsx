import { useBlocker } from '@tanstack/react-router';
import { Confirm } from '@/components/confirm';

/** Asks before a page is left whose changes are not saved. */
export function LeaveGuard({ active, what }: { active: boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: () => active,
    enableBeforeUnload: active,
    disabled: !active,
    withResolver: true,
  });
  return (
    <Confirm
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Leave without saving?"
      action="Leave"
      onConfirm={() => blocker.proceed?.()}
    >
      Your changes to {what} are not saved and would be lost.
    </Confirm>
  );
}
