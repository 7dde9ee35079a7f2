import type { Schemas } from '@/api/client';

export type Finding = Schemas['Finding'];

/** How it stands, in one sentence. */
export function summary(findings: readonly Pick<Finding, 'state'>[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const missing = count('missing');
  const noted = count('warning');
  const rest = noted === 0 ? '' : `; ${noted} to note`;
  return missing === 0 ? `Nothing is missing${rest}.` : `${missing} missing${rest}.`;
}
