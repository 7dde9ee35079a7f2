import { JsonTree } from '@/features/renderers';
import { plainArguments } from './plain-arguments';

interface Props {
  args: object;
  /** What they are the arguments of, for screen readers. */
  label: string;
}

/** What a call is asked with: as text where that says it all, else as a tree. */
export function ArgumentsView({ args, label }: Props) {
  if (Object.keys(args).length === 0) {
    return <p className="text-sm text-muted">Without arguments.</p>;
  }
  const plain = plainArguments(args);
  if (!plain) return <JsonTree value={args} label={label} />;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-[0.8125rem] sm:grid-cols-[minmax(4rem,max-content)_minmax(0,1fr)]">
      {plain.map(({ name, text }) => (
        <div key={name} className="contents">
          <dt className="font-mono break-all text-muted sm:py-1">{name}</dt>
          <dd className="rounded bg-sunken px-2 py-1 font-mono break-words whitespace-pre-wrap">
            {text === '' ? <span className="text-muted">empty</span> : text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
