import type { Schemas } from '@/api/client';

export type Activity = Schemas['Activity'];
export type Bucket = Activity['buckets'][number];

/** Seconds since 1970, as charts count time. */
export function secondsOf(bucket: Bucket): number {
  return Date.parse(bucket.at) / 1000;
}

/**
 * Which bucket a moment lies in, or `null` beside all of them. `begins` says when each begins; all are in seconds.
 */
export function bucketAt(begins: readonly number[], length: number, moment: number): number | null {
  const index = Math.floor((moment - (begins[0] ?? 0)) / length);
  return index >= 0 && index < begins.length ? index : null;
}

/** From when to when a bucket counts; RFC 3339. */
export function spanOf(activity: Activity, bucket: Bucket): { since: string; until: string } {
  const since = Date.parse(bucket.at);
  const until = since + activity.bucket_seconds * 1000;
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
}

/** How many of a hundred failed, as people read it: `0 %`, `< 1 %`, `12 %`. */
export function share(errors: number, calls: number): string {
  if (calls === 0 || errors === 0) return '0 %';
  const percent = (errors / calls) * 100;
  return percent < 1 ? '< 1 %' : `${Math.round(percent)} %`;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** A moment below a chart whose marks are `step` seconds apart: the day where a day begins, else the time. */
export function tick(seconds: number, step: number): string {
  const at = new Date(seconds * 1000);
  const midnight = at.getHours() === 0 && at.getMinutes() === 0;
  return step >= 86_400 || midnight ? day.format(at) : clock.format(at);
}

/** When a bucket is, as short as its length allows. */
export function bucketLabel(activity: Activity, bucket: Bucket): string {
  const from = new Date(bucket.at);
  if (activity.bucket_seconds >= 86_400) return day.format(from);
  const to = new Date(from.getTime() + activity.bucket_seconds * 1000);
  return `${day.format(from)}, ${clock.format(from)} – ${clock.format(to)}`;
}

/** One row of a chart, and one column of the table beside it. */
export interface Measure {
  label: string;
  /** A colour of the theme. */
  colour: 'accent' | 'bad' | 'warn';
  shape: 'bars' | 'line';
  of: (bucket: Bucket) => number | null;
}

/** A chart in one sentence, for whoever does not see it. */
export function summary({ totals, buckets }: Activity): string {
  const busiest = Math.max(0, ...buckets.map((bucket) => bucket.calls));
  return `${totals.calls} calls, ${totals.errors} failed; at most ${busiest} in one bar.`;
}
