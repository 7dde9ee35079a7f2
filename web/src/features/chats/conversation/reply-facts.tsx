import type { Message } from '../queries';
import { factsOf } from './facts';

const amount = new Intl.NumberFormat(undefined, { notation: 'compact' });

/** Who wrote a reply, and what it cost. */
export function ReplyFacts({ message }: { message: Message | undefined }) {
  const facts = factsOf(message);
  if (!facts) return null;
  const { worker, model, input_tokens: read, output_tokens: wrote } = facts;
  const who = [worker, model].filter((one) => one != null).join(' · ');
  return (
    <>
      {who ? <span className="px-1 font-medium">{who}</span> : null}
      {read == null && wrote == null ? null : (
        <span className="px-1 tabular-nums" title="Tokens that the model read, and wrote">
          {amount.format(read ?? 0)} → {amount.format(wrote ?? 0)} tokens
        </span>
      )}
    </>
  );
}
