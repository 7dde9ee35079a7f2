import { useState } from 'react';
import { type Attached, type Attachment, attach, attachmentOf, type FilePart, read } from './attachments';

const NONE: Attached<Attachment> = { files: [], faults: [] };

/** The files that are to go with what is being written. */
export function useAttachments() {
  const [attached, setAttached] = useState(NONE);
  const [reading, setReading] = useState(0);
  const add = async (added: readonly File[]) => {
    if (added.length === 0) return;
    // What no message carries is not read.
    const first = attach([], added);
    setReading((count) => count + 1);
    const found = await read(first.files);
    setReading((count) => count - 1);
    setAttached((before) => {
      const { files, faults } = attach(before.files, found.files);
      return { files, faults: [...new Set([...first.faults, ...found.faults, ...faults])] };
    });
  };
  return {
    ...attached,
    /** Whether some are still being read. */
    reading: reading > 0,
    add: (added: readonly File[]) => void add(added),
    /** Attaches what was read before. */
    put: (parts: readonly FilePart[]) => setAttached({ files: parts.map(attachmentOf), faults: [] }),
    remove: (file: Attachment) =>
      setAttached(({ files }) => ({ files: files.filter((one) => one !== file), faults: [] })),
    clear: () => setAttached(NONE),
  };
}
