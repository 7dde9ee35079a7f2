import type { CallSummary } from './timeline';

/** One line of the list: a call, or the day that the calls below it are of. */
export type Row =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'call'; key: string; call: CallSummary };

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const withYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const near = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** The reader's own calendar day of a moment. */
function dayOf(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
}

/** A list of thousands asks for the days of all of them whenever a page comes. */
const days = new WeakMap<CallSummary, string>();

function dayOfCall(call: CallSummary): string {
  const known = days.get(call);
  if (known !== undefined) return known;
  const day = dayOf(new Date(call.created_at));
  days.set(call, day);
  return day;
}

/** A day as people say it: today, yesterday, a weekday with its date, a date with its year. */
export function dayLabel(iso: string, now: Date): string {
  const at = new Date(iso);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(at) === dayOf(now)) return sentence(near.format(0, 'day'));
  if (dayOf(at) === dayOf(yesterday)) return sentence(near.format(-1, 'day'));
  return at.getFullYear() === now.getFullYear() ? weekday.format(at) : withYear.format(at);
}

function sentence(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** When a call was asked for, within its day. */
export function timeOfDay(iso: string): string {
  return clock.format(new Date(iso));
}

/** The calls with a line before each day but the first, which the list's own heading names. */
export function rowsOf(calls: readonly CallSummary[], now: Date): Row[] {
  const rows: Row[] = [];
  let day: string | null = null;
  for (const call of calls) {
    const its = dayOfCall(call);
    if (day !== null && its !== day) {
      rows.push({ kind: 'day', key: `day ${its}`, label: dayLabel(call.created_at, now) });
    }
    day = its;
    rows.push({ kind: 'call', key: call.id, call });
  }
  return rows;
}

/** The day that the row at `index` belongs to. */
export function dayAt(rows: readonly Row[], index: number, now: Date): string {
  const row = rows[index];
  if (!row) return '';
  return row.kind === 'day' ? row.label : dayLabel(row.call.created_at, now);
}

/** The call before or after one, past the lines of days; the first when there is none yet. */
export function neighbour(rows: readonly Row[], key: string | null, step: 1 | -1): number {
  const from = rows.findIndex((row) => row.key === key);
  if (from < 0) return rows.findIndex((row) => row.kind === 'call');
  let index = from + step;
  while (rows[index]?.kind === 'day') index += step;
  return rows[index] ? index : from;
}
