const reaches: Record<string, string> = {
  same_arguments: 'these arguments',
  same_tool: 'any arguments',
};

/** How far a grant reaches, in words. */
export function reachWord(reach: string): string {
  return reaches[reach] ?? reach;
}
