import type { Page } from 'playwright-core';

/** How frames went. `work` is what the main thread itself did for them, which a busy machine does not change. */
export interface Frames {
  length: Spread;
  work: Spread;
}

/** Milliseconds. */
interface Spread {
  count: number;
  p50: number;
  p95: number;
  longest: number;
}

/** Scrolls the window, or the element that `inside` selects, down by `step` pixels a frame for `seconds`. */
export async function scrolledFrames(
  page: Page,
  step: number,
  seconds: number,
  inside: string | null = null,
): Promise<Frames> {
  const browser = page.context().browser();
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await browser?.startTracing(page, { categories });
  const lengths = await page.evaluate(
    ([by, limit, selector]) =>
      new Promise<number[]>((resolve) => {
        const scrolled = selector === null ? window : (document.querySelector(selector) ?? window);
        const found: number[] = [];
        const begin = performance.now();
        let before = begin;
        const frame = (now: number) => {
          found.push(now - before);
          before = now;
          if (now - begin > limit) return resolve(found.slice(1));
          scrolled.scrollBy(0, by);
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    [step, seconds * 1000, inside] as const,
  );
  const trace = await browser?.stopTracing();
  return { length: spread(lengths), work: spread(workOf(trace?.toString() ?? '{"traceEvents":[]}')) };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, how long it took, and how long of that its thread ran. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/** What the main thread did from one frame to the next. */
function workOf(trace: string): number[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] };
  const frames = traceEvents.filter(({ name }) => name === 'FireAnimationFrame');
  const main = frames[0];
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === main?.pid && tid === main.tid,
  );
  const starts = frames.map(({ ts }) => ts).sort((a, b) => a - b);
  const work = starts.slice(1).map(() => 0);
  tasks.sort((a, b) => a.ts - b.ts);
  let frame = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    while (frame < work.length && (starts[frame + 1] ?? 0) < ts + dur) frame += 1;
    if (frame < work.length && ts + dur >= (starts[0] ?? 0)) work[frame] = (work[frame] ?? 0) + tdur / 1000;
  }
  return work;
}

function spread(found: number[]): Spread {
  const sorted = found.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), longest: sorted.at(-1) ?? 0 };
}

export function said({ length, work }: Frames): string {
  const figures = ({ p50, p95, longest }: Spread) =>
    `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, longest ${longest.toFixed(1)} ms`;
  return `${length.count} frames: ${figures(length)}; work of the main thread: ${figures(work)}`;
}
