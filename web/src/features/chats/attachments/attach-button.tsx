import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '@/components/button';

interface Props {
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Asks for files of this machine. */
export function AttachButton({ disabled, onFiles }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={Paperclip}
        label="Attach files"
        disabled={disabled}
        onClick={() => chooser.current?.click()}
        className="!size-8"
      />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
