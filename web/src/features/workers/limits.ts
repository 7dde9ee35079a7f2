import type { Schemas } from '@/api/client';
import { duration } from '@/components/moment';

/** What one run of a worker may use, in words. */
export function limitRows(limits: Schemas['WorkerLimits']): { name: string; value: string }[] {
  return [
    { name: 'Steps', value: limits.steps.toLocaleString('en') },
    { name: 'Depth', value: limits.depth === 1 ? 'hands on no work' : `${limits.depth} workers` },
    { name: 'Time', value: duration(limits.timeout_seconds * 1000) },
    { name: 'Tokens', value: limits.tokens == null ? 'not counted' : limits.tokens.toLocaleString('en') },
  ];
}
