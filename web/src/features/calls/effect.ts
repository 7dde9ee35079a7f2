import type { Schemas } from '@/api/client';
import { Problem } from '@/api/problem';

type Call = Schemas['Call'];
/** What a pending call did in a copy of its workspace. */
export type CallEffect = NonNullable<Call['effect']>;

/** A yes that the server did not take. */
export interface RefusedApproval {
  /** The effect that was approved; `null` where the call was to run. */
  effect: string | null;
  error: unknown;
}

/** The effect that can be approved as it was seen; `null` where none was seen, or it failed. */
export function approvableEffect(call: Pick<Call, 'effect'>): string | null {
  return call.effect && !call.effect.error ? call.effect.manifest_id : null;
}

/** Whether what is shown is not what would happen any more, as the server said when it was approved. */
export function isStale(call: Pick<Call, 'effect'>, refused: RefusedApproval | null): boolean {
  if (!refused || refused.effect === null || refused.effect !== call.effect?.manifest_id) return false;
  return refused.error instanceof Problem && refused.error.kind === 'effect-stale';
}

/** Why the last yes was not taken, as far as that still speaks of what is shown. */
export function standingProblem(call: Pick<Call, 'effect'>, refused: RefusedApproval | null): unknown {
  if (!refused || isStale(call, refused)) return null;
  const aboutAnother = refused.effect !== null && refused.effect !== call.effect?.manifest_id;
  return aboutAnother ? null : refused.error;
}
