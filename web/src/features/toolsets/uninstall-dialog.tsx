import { Confirm } from '@/components/confirm';
import { tell } from '@/components/notices';
import { type Toolset, useUninstall } from './queries';

interface Props {
  toolset: Toolset;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved: () => void;
}

/** Says what goes with a toolset and what stays, and removes it. */
export function UninstallDialog({ toolset, open, onOpenChange, onRemoved }: Props) {
  const uninstall = useUninstall(toolset.id);
  const confirm = () =>
    uninstall.mutate(undefined, {
      onSuccess: () => {
        onOpenChange(false);
        tell(`${toolset.name} is removed.`);
        onRemoved();
      },
    });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Uninstall ${toolset.name}?`}
      action="Uninstall"
      onConfirm={confirm}
      busy={uninstall.isPending}
    >
      Its tools, its files and what you changed about its tools go. The record of its calls stays. Export it
      first to keep a copy.
    </Confirm>
  );
}
