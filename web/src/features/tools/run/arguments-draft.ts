import { type Args, isObject } from '../form/json-schema';
import { same } from '../form/same';

/**
 * Arguments while they are written. The text is what a person sees as JSON; while it can be read, `args` is what it
 * says. A text that cannot be read is kept, and so are its blanks and its order as long as no field is changed.
 */
export interface ArgumentsDraft {
  readonly text: string;
  readonly args: Args | null;
  /** Why the text cannot be read. */
  readonly problem: string | null;
}

/** A draft of these arguments. */
export function draftOf(args: Args): ArgumentsDraft {
  return { text: JSON.stringify(args, null, 2), args, problem: null };
}

/** The draft after its JSON was edited. */
export function withText(text: string): ArgumentsDraft {
  if (text.trim() === '') return { text, args: {}, problem: null };
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { text, args: value, problem: null };
    return { text, args: null, problem: 'Arguments are an object: { "name": value, … }.' };
  } catch (error) {
    return { text, args: null, problem: `This is not JSON yet: ${(error as Error).message}.` };
  }
}

/** The draft after a field of the form was changed. A form that only repeats what stands there changes nothing. */
export function withArgs(draft: ArgumentsDraft, value: unknown): ArgumentsDraft {
  // What a form leaves empty is `undefined` in it, and not there in JSON.
  const args: unknown = JSON.parse(JSON.stringify(value ?? {}));
  if (!isObject(args) || same(args, draft.args)) return draft;
  return draftOf(args);
}
