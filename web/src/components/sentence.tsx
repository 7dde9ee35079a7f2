/** A sentence of the server, in which `backquotes` set off what comes from elsewhere. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split('`');
  // A backquote without its partner stays what it is.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <code key={index} className="rounded bg-sunken px-1 text-[0.9em] break-words">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
