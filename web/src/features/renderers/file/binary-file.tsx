import { bytes } from '@/components/moment';
import { FileBar } from './file-bar';
import type { FileHead } from './file-bytes';
import type { FileRef } from './file-ref';
import { HexView } from './hex-view';

/** How much of it is shown. */
const SHOWN_BYTES = 1024;

/** A file that is no text and nothing that can be drawn: its first bytes, and a way to have it. */
export function BinaryFile({ file, head }: { file: FileRef; head: FileHead }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileBar file={file} facts={`${bytes(head.size)} · not text`} />
      <HexView bytes={head.bytes.subarray(0, SHOWN_BYTES)} label={`First bytes of ${file.path}`} />
      {head.size > SHOWN_BYTES ? (
        <p className="text-xs text-muted">
          The first {bytes(SHOWN_BYTES)} of {bytes(head.size)}.
        </p>
      ) : null}
    </div>
  );
}
