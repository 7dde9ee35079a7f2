import { TextDialog } from '@/components/text-dialog';
import { faultOf } from './paths';

interface Props {
  title: string;
  action: string;
  initial: string;
  onClose: () => void;
  /** Ends well, or throws what went wrong. */
  onPath: (path: string) => Promise<unknown>;
}

/** Asks for a path inside the workspace. */
export function PathDialog({ onPath, ...rest }: Props) {
  return (
    <TextDialog
      {...rest}
      label="Path"
      about="Folders are made as needed: notes/today.md"
      faultOf={faultOf}
      onText={onPath}
    />
  );
}
