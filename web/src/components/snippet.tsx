interface Props {
  pieces: readonly { text: string; found: boolean }[];
}

/** A text in which what was looked for is marked. */
export function Snippet({ pieces }: Props) {
  return pieces.map(({ text, found }, at) =>
    found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text is shown as a whole, its pieces never move
      <mark key={at} className="rounded-sm bg-accent-soft font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
