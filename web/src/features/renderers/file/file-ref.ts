/** A file of a workspace at some moment. */
export interface FileRef {
  chatId: string;
  /** Relative to the workspace. */
  path: string;
  /** The state of the workspace that the file is taken from; the present one when left out. */
  manifestId?: string | undefined;
}
