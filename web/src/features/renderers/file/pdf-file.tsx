import { SandboxFrame } from '../frame/sandbox-frame';
import { fileInFrame } from '../queries';
import { FileBar } from './file-bar';
import type { FileRef } from './file-ref';

/** A PDF in the browser's own viewer, apart from the page. */
export function PdfFile({ file }: { file: FileRef }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileBar file={file} facts="PDF" />
      <SandboxFrame what={fileInFrame(file)} version={null} title={file.path} viewer="pdf" />
    </div>
  );
}
