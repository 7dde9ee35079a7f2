import type { Schemas } from '@/api/client';

const states = ['waiting', 'building', 'ready', 'failed', 'unavailable'] as const;

/** How an image stands. `unavailable` says that no engine is there to build it. */
export type BuildState = (typeof states)[number];

/** The state that a word of the server names. */
export function stateOf(word: string): BuildState {
  return states.find((one) => one === word) ?? 'waiting';
}

/** How the last build of a tool's image went. */
export type Build = Schemas['Build'];

/** What an event tells of a build: a step, or a line of its log. */
export interface BuildNews {
  state: string;
  line?: string | null;
}

/** Characters of a log that the page keeps: the end is what is read. */
const KEPT = 262_144;

/** A build with what was told of it since. A new one begins with an empty log. */
export function told(build: Build, { state, line }: BuildNews): Build {
  const anew = state === 'building' && build.state !== 'building';
  const before = anew ? '' : build.log;
  if (line == null) return { ...build, state, log: before };
  const whole = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}`;
  const cut = whole.length > KEPT ? whole.indexOf('\n', whole.length - KEPT) + 1 : 0;
  return { ...build, state, log: whole.slice(cut) };
}

/** A log without what colours it in a terminal. */
export function plainLog(log: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what such a sequence begins with
  return log.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '');
}
