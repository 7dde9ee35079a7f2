import { isObject } from './form/json-schema';
import { same } from './form/same';

/**
 * An object while it is written, such as a tool's arguments. The text is what a person sees as JSON; while it can be
 * read, `value` is what it says. A text that cannot be read is kept, and so are its blanks and its order as long as no
 * field is changed.
 */
export interface ObjectDraft {
  readonly text: string;
  readonly value: Record<string, unknown> | null;
  /** Why the text cannot be read. */
  readonly problem: string | null;
}

/** A draft that says this. */
export function draftOf(value: Record<string, unknown>): ObjectDraft {
  return { text: JSON.stringify(value, null, 2), value, problem: null };
}

/** The draft after its JSON was edited. */
export function withText(text: string): ObjectDraft {
  if (text.trim() === '') return { text, value: {}, problem: null };
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { text, value, problem: null };
    return { text, value: null, problem: 'This must be an object: { "name": value, … }.' };
  } catch (error) {
    return { text, value: null, problem: `This is not JSON yet: ${(error as Error).message}.` };
  }
}

/** The draft after a field of the form was changed. A form that only repeats what stands there changes nothing. */
export function withFields(draft: ObjectDraft, fields: unknown): ObjectDraft {
  // What a form leaves empty is `undefined` in it, and not there in JSON.
  const value: unknown = JSON.parse(JSON.stringify(fields ?? {}));
  if (!isObject(value) || same(value, draft.value)) return draft;
  return draftOf(value);
}
