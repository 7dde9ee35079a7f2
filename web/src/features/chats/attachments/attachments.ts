import type { FileUIPart } from 'ai';

/** What the server takes with one message. */
export const FILES_MAX = 10;
const FILE_MAX = 8 * 1024 * 1024;
const TOGETHER_MAX = 20 * 1024 * 1024;

/** A file that a message carries. The server says of what it recorded how large it is. */
export type FilePart = FileUIPart & { size?: number };

/** What is known of a file before it is read. */
interface Sized {
  name: string;
  size: number;
}

/** A file that was read to go with a message. */
export interface Attachment extends Sized {
  part: FilePart;
}

/** Files that go with a message, and why others do not. */
export interface Attached<T extends Sized> {
  files: readonly T[];
  faults: readonly string[];
}

/** Adds files to those that are attached, in their order, as far as a message carries them. */
export function attach<T extends Sized>(attached: readonly T[], added: readonly T[]): Attached<T> {
  const files = [...attached];
  const faults = new Set<string>();
  let together = files.reduce((sum, { size }) => sum + size, 0);
  for (const file of added) {
    const fault = faultOf(file, files.length, together);
    if (fault) {
      faults.add(fault);
      continue;
    }
    files.push(file);
    together += file.size;
  }
  return { files, faults: [...faults] };
}

function faultOf({ name, size }: Sized, count: number, together: number): string | null {
  if (count >= FILES_MAX) return `A message carries at most ${FILES_MAX} files.`;
  if (size > FILE_MAX) return `${name} has ${mebibytes(size)}: a file has at most ${mebibytes(FILE_MAX)}.`;
  if (together + size > TOGETHER_MAX) {
    return `${name} is too much: the files of a message have at most ${mebibytes(TOGETHER_MAX)} together.`;
  }
  return null;
}

/** As the limits are written. Never less than it is, so that what is over a limit does not look as if it were not. */
function mebibytes(size: number): string {
  return `${Math.ceil((size / (1024 * 1024)) * 10) / 10} MiB`;
}

/** Reads files, each whole. What cannot be read, such as a folder, is among the faults. */
export async function read(files: readonly File[]): Promise<Attached<Attachment>> {
  const faults: string[] = [];
  const each = files.map((file) =>
    partOf(file).then(attachmentOf, () => {
      faults.push(`${file.name} cannot be read.`);
      return null;
    }),
  );
  return { files: (await Promise.all(each)).filter((one) => one !== null), faults };
}

/** A part as something attached. */
export function attachmentOf(part: FilePart): Attachment {
  return { name: nameOf(part), size: part.size ?? 0, part };
}

/** A file as a message carries it: its content in the address itself. */
async function partOf(file: File): Promise<FilePart> {
  // Without parameters such as a charset.
  const mediaType = file.type.split(';')[0] || 'application/octet-stream';
  const address = await addressOf(file);
  // What is empty has no comma everywhere.
  const base64 = address.includes(',') ? address.slice(address.indexOf(',') + 1) : '';
  return {
    type: 'file',
    mediaType,
    filename: file.name || 'file',
    url: `data:${mediaType};base64,${base64}`,
    size: file.size,
  };
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

const PLACE = 'workspace:';

/** Where in the workspace a file of a message is; `null` while the server has not put it there. */
export function pathOf({ url }: FileUIPart): string | null {
  return url.startsWith(PLACE) ? url.slice(PLACE.length) : null;
}

/** What a file of a message is called. */
export function nameOf(part: FileUIPart): string {
  return part.filename ?? pathOf(part)?.split('/').at(-1) ?? 'file';
}

export function isPicture(mediaType: string): boolean {
  return mediaType.startsWith('image/');
}
