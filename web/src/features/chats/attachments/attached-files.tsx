import type { Attachment } from './attachments';
import { FileChip } from './file-chip';

interface Props {
  files: readonly Attachment[];
  /** Why others are not among them. */
  faults: readonly string[];
  remove: (file: Attachment) => void;
}

/** The files that are to go with what is being written. */
export function AttachedFiles({ files, faults, remove }: Props) {
  if (files.length === 0 && faults.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 px-3 pt-3">
      <ul aria-label="Attached files" className="flex flex-wrap gap-2 empty:hidden">
        {files.map((file, at) => (
          <FileChip
            // biome-ignore lint/suspicious/noArrayIndexKey: two files can be called the same
            key={`${at} ${file.name}`}
            name={file.name}
            mediaType={file.part.mediaType}
            size={file.size}
            onRemove={() => remove(file)}
          />
        ))}
      </ul>
      {faults.length > 0 ? (
        <div role="alert" className="text-xs text-bad">
          {faults.map((fault) => (
            <p key={fault} className="break-words">
              {fault}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
