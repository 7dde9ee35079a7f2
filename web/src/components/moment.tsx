const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

const steps: readonly (readonly [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [60, 1, 'second'],
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [604_800, 86_400, 'day'],
];

/** How long ago, in the words of the reader's language; a date after a week. */
export function ago(iso: string, now = Date.now()): string {
  const then = new Date(iso);
  const seconds = Math.round((then.getTime() - now) / 1000);
  for (const [limit, size, unit] of steps) {
    if (Math.abs(seconds) < limit) return relative.format(Math.trunc(seconds / size), unit);
  }
  return exact.format(then);
}

/** A moment: how long ago, with the exact time on hover. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {ago(at)}
    </time>
  );
}

/** Milliseconds as people read them: `4 ms`, `1.2 s`, `3 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** Bytes as people read them: `12 B`, `3.4 kB`. Powers of 1,000. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
