import { Progress } from '@/components/progress';

/** What the server says while it installs, the newest last. */
export function ImportingStep({ told }: { told: readonly string[] }) {
  const last = told.length - 1;
  return (
    <div className="flex flex-col gap-4">
      <Progress label="Installing the toolset" />
      <ol aria-label="Steps so far" aria-live="polite" className="flex flex-col gap-1 text-sm">
        {told.length === 0 ? <li className="text-muted">Sending it to the server</li> : null}
        {told.map((text, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
            key={index}
            className={index === last ? 'break-words' : 'break-words text-muted'}
          >
            {text}
          </li>
        ))}
      </ol>
    </div>
  );
}
