import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { bytes } from '@/components/moment';
import type { FileHead } from './file-bytes';

/** Says that only the beginning of a file is shown. */
export function CutNote({ head }: { head: FileHead }) {
  return (
    <Note>
      These are the first {bytes(head.bytes.length)} of {bytes(head.size)}. Download the file to see the rest;
      a part of a file cannot be edited.
    </Note>
  );
}

/** Says that a file's bytes are not the text that is shown. */
export function UnfaithfulNote() {
  return (
    <Note>
      The file is not UTF-8: what could not be read shows as �. It cannot be edited here, because saving would
      change those bytes.
    </Note>
  );
}

export function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 rounded-md border border-line bg-warn-soft px-3 py-2 text-sm">
      <Info aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
      <span>{children}</span>
    </p>
  );
}
