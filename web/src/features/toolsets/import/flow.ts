import type { Imported, Preview, Source } from './source';

/** Where an import stands. Each step has what the one before it came to. */
export type Step =
  | { at: 'choose'; problem: unknown }
  | { at: 'reading'; source: Source }
  | { at: 'review'; source: Source; preview: Preview; problem: unknown }
  | { at: 'importing'; source: Source; preview: Preview; progressId: string; told: readonly string[] }
  | { at: 'done'; imported: Imported };

/** What moves an import on. */
export type Move =
  | { type: 'start-over' }
  | { type: 'chosen'; source: Source }
  | { type: 'unusable'; problem: unknown; source?: Source }
  | { type: 'read'; source: Source; preview: Preview }
  | { type: 'agreed'; progressId: string }
  | { type: 'told'; progressId: string; text: string }
  | { type: 'failed'; problem: unknown }
  | { type: 'imported'; imported: Imported };

export const first: Step = { at: 'choose', problem: null };

/** Told steps that are kept: enough to see where a long import is. */
const TOLD_MAX = 200;

/** The step after a move. A move that no longer fits, such as an answer after somebody went back, changes nothing. */
export function next(step: Step, move: Move): Step {
  switch (move.type) {
    case 'start-over':
      return step.at === 'importing' ? step : first;
    case 'chosen':
      return step.at === 'importing' ? step : { at: 'reading', source: move.source };
    case 'unusable':
      if (step.at === 'importing' || (move.source && !isReading(step, move.source))) return step;
      return { at: 'choose', problem: move.problem };
    case 'read':
      if (!isReading(step, move.source)) return step;
      return { at: 'review', source: move.source, preview: move.preview, problem: null };
    case 'agreed':
      if (step.at !== 'review') return step;
      return {
        at: 'importing',
        source: step.source,
        preview: step.preview,
        progressId: move.progressId,
        told: [],
      };
    case 'told':
      if (step.at !== 'importing' || step.progressId !== move.progressId) return step;
      return { ...step, told: [...step.told, move.text].slice(-TOLD_MAX) };
    case 'failed':
      if (step.at !== 'importing') return step;
      return { at: 'review', source: step.source, preview: step.preview, problem: move.problem };
    case 'imported':
      return step.at === 'importing' ? { at: 'done', imported: move.imported } : step;
  }
}

function isReading(step: Step, source: Source): boolean {
  return step.at === 'reading' && step.source === source;
}
