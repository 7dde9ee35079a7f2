import { CopyButton } from '@/components/copy-button';

/** Texts that an app wants to have said in a conversation. There is no model here that would hear them. */
export function SaidByApp({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section aria-label="Messages of the app" className="rounded-lg border border-line bg-sunken p-3 text-sm">
      <p className="text-muted">
        The app has something to say to a model. None listens on this page: copy it to where one does.
      </p>
      <ul role="log" aria-label="What it said" className="mt-2 flex flex-col gap-1">
        {texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be said twice
          <li key={at} className="flex items-start justify-between gap-2">
            <p className="min-w-0 flex-1 py-1.5 break-words whitespace-pre-wrap">{text}</p>
            <CopyButton text={text} label="Copy the message" />
          </li>
        ))}
      </ul>
    </section>
  );
}
