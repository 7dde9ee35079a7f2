/** A command line, read as a shell would read it. */
export interface CommandLine {
  /** `NAME=value` in front of the command. */
  env: Record<string, string>;
  command: string;
  args: string[];
}

/** A command line, or why it is none that can be started without a shell. */
export type ReadLine = { line: CommandLine } | { fault: string };

const SHELL_ONLY = new Set(['|', '||', '&', '&&', ';', '<', '>', '>>', '2>']);

/**
 * Reads a command line with its quotes. `claude mcp add NAME -- …` and the like are read as what follows the `--`,
 * and a prompt that was copied along is left out.
 */
export function readCommandLine(text: string): ReadLine {
  const split = wordsOf(text.replace(/\\\r?\n/g, ' ').trim());
  if ('fault' in split) return split;
  let words = split.words;
  if (words[0] === '$' || words[0] === '%') words = words.slice(1);
  if (words.slice(0, 4).join(' ').includes('mcp add') && words.includes('--')) {
    words = words.slice(words.indexOf('--') + 1);
  }
  const shell = words.find((word) => SHELL_ONLY.has(word));
  if (shell) return { fault: `No shell runs the command, so \`${shell}\` has no meaning in it.` };
  const env: Record<string, string> = {};
  while (words[0] && /^[A-Za-z_]\w*=/.test(words[0])) {
    const at = words[0].indexOf('=');
    env[words[0].slice(0, at)] = words[0].slice(at + 1);
    words = words.slice(1);
  }
  const [command, ...args] = words;
  return command ? { line: { env, command, args } } : { fault: 'Write the command that starts the server.' };
}

/** White space, a text in quotes of either kind, a sign that lost its meaning, or signs as they are. */
const PIECE = /\s+|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s"'\\$&;|<>])|([^\s'"\\]+|\\)/y;

function wordsOf(text: string): { words: string[] } | { fault: string } {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < text.length) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(text);
    if (!found) return { fault: `A quote ${text.charAt(at)} is open at the end.` };
    at = PIECE.lastIndex;
    const [, single, double, escaped, plain] = found;
    const piece = single ?? double?.replace(/\\(["\\$])/g, '$1') ?? escaped ?? plain;
    if (piece !== undefined) word = (word ?? '') + piece;
    else if (word !== null) {
      words.push(word);
      word = null;
    }
  }
  if (word !== null) words.push(word);
  return { words };
}
