import { useBlocker } from '@tanstack/react-router';
import { Confirm } from './confirm';

interface Props {
  /** There are changes that are not saved. */
  active: boolean;
  /** What was changed. */
  what: string;
  /** Where the changes are kept: a page keeps them while another part of it is shown. */
  keptBy: 'address' | 'page';
}

/** Asks before unsaved changes are left behind. */
export function LeaveGuard({ active, what, keptBy }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      active && (keptBy === 'address' || current.pathname !== next.pathname),
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
