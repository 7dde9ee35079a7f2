import type { CallsSearch } from '@/app/search';
import { filterOf } from './queries';

export type ExportFormat = 'csv' | 'jsonl';

/** Where the calls that a filter leaves can be had as a file. */
export function exportAddress(format: ExportFormat, search: CallsSearch): string {
  return `/calls/export?${new URLSearchParams({ format, ...filterOf(search) })}`;
}

/** What the file is called: of files of one day the newest is the last. */
export function exportName(format: ExportFormat, at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `calls-${stamp}.${format}`;
}
