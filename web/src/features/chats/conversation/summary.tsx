/** How the summary of a long conversation stands; `null` where it is none. */
export type SummaryState =
  | { state: 'writing' }
  | { state: 'failed' }
  | { state: 'done'; messages: number; text: string };

/** Reads a part of a reply. */
export function summaryOf(data: unknown): SummaryState | null {
  if (typeof data !== 'object' || data === null || !('state' in data)) return null;
  if (data.state === 'writing') return { state: 'writing' };
  if (data.state === 'failed') return { state: 'failed' };
  const { messages, text } = data as { messages?: unknown; text?: unknown };
  if (data.state !== 'done' || typeof messages !== 'number' || typeof text !== 'string') return null;
  return { state: 'done', messages, text };
}

/** What a model is told of in place of the beginning of a conversation that has become too long for it. */
export function Summary({ data, writing }: { data: unknown; writing: boolean }) {
  const summary = summaryOf(data);
  if (summary === null) return null;
  if (summary.state === 'writing') {
    return writing ? (
      <p role="status" className="text-sm text-muted">
        The conversation has become long. Summing up what was said before…
      </p>
    ) : null;
  }
  if (summary.state === 'failed') {
    return (
      <p className="text-sm text-muted">
        The conversation has become long: the model is not told its beginning.
      </p>
    );
  }
  return (
    <details className="text-sm text-muted">
      <summary className="cursor-pointer select-none">
        {summary.messages === 1 ? 'The first message' : `The first ${summary.messages} messages`} summed up
        for the model
      </summary>
      <p className="mt-1 border-l-2 border-line pl-3 break-words whitespace-pre-wrap">{summary.text}</p>
    </details>
  );
}
