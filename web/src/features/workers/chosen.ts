/** A worker to import: a file of its own, a ZIP with what belongs to it, or a file on the server's machine. */
export type Chosen =
  | { kind: 'text'; name: string; text: string }
  | { kind: 'zip'; file: File }
  | { kind: 'path'; path: string };

const ENDING = '.worker';

/** What a file of the visitor's machine is, or why it is neither. */
export async function chosenFrom(file: File): Promise<Chosen | string> {
  if (/\.zip$/i.test(file.name)) return { kind: 'zip', file };
  if (!file.name.endsWith(ENDING)) return `${file.name} is neither a .worker file nor a ZIP.`;
  return { kind: 'text', name: file.name.slice(0, -ENDING.length), text: await file.text() };
}

/** What is wrong with a path of the server's machine, if anything. */
export function pathFault(path: string): string | undefined {
  const wanted = path.trim();
  if (!/^(\/|[A-Za-z]:[\\/])/.test(wanted)) return 'The path must be absolute.';
  return wanted.endsWith(ENDING) ? undefined : `It must be a file that ends in ${ENDING}.`;
}

/** What is wrong with the name of a new worker, if anything. The server checks it again. */
export function nameFault(name: string): string | null {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return null;
  return 'Letters, digits, dots, hyphens and underscores, beginning with a letter or digit.';
}
