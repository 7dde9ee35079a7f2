/** A file's text as it was at some moment. */
export interface Version {
  text: string;
  /** Names the content to the server. */
  etag: string | null;
}

/** A text on its way from one version of a file to the next. */
export interface Draft {
  /** What the person began with, or saved last. */
  base: Version;
  text: string;
  /** What somebody else made of the file meanwhile. */
  theirs: Version | null;
}

export function begin(base: Version): Draft {
  return { base, text: base.text, theirs: null };
}

export function isChanged(draft: Draft): boolean {
  return draft.text !== draft.base.text;
}

export function typed(draft: Draft, text: string): Draft {
  return { ...draft, text };
}

/** The file as the server has it now. It replaces what was not touched; what was touched is never lost. */
export function arrived(draft: Draft, version: Version): Draft {
  if (version.etag === draft.base.etag && version.text === draft.base.text) return { ...draft, theirs: null };
  // Somebody wrote the same, or this very page did.
  if (!isChanged(draft) || version.text === draft.text) return begin(version);
  return { ...draft, theirs: version };
}

/** The person keeps their own text: the next save replaces what somebody else wrote. */
export function keepMine(draft: Draft): Draft {
  return draft.theirs ? { base: draft.theirs, text: draft.text, theirs: null } : draft;
}

/** The person takes what somebody else wrote; their own text is gone. */
export function takeTheirs(draft: Draft): Draft {
  return draft.theirs ? begin(draft.theirs) : draft;
}
