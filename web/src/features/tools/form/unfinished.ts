/** JSON that fields hold and that cannot be read yet, by the field's id. It is kept, and not sent. */
export type Unfinished = ReadonlyMap<string, string>;

/** What the fields of a form share. */
export interface FormContext {
  unfinished: Unfinished;
  /** Keeps a field's text; `null` when it can be read. */
  onUnfinished: (id: string, text: string | null) => void;
}

/** The same with one field's text in it or out of it. */
export function withUnfinished(before: Unfinished, id: string, text: string | null): Unfinished {
  if (text === null && !before.has(id)) return before;
  const after = new Map(before);
  if (text === null) after.delete(id);
  else after.set(id, text);
  return after;
}
