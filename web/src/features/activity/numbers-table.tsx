import { Link } from '@tanstack/react-router';
import type { ActivitySearch } from '@/app/search';
import { type Activity, bucketLabel, type Measure, spanOf } from './figures';

interface Props {
  title: string;
  activity: Activity;
  search: ActivitySearch;
  measures: readonly Measure[];
  format: (value: number) => string;
}

/** A chart's figures for whoever reads rather than sees; times without a call are left out. */
export function NumbersTable({ title, activity, search, measures, format }: Props) {
  const { tool, toolset } = search;
  const filter = { ...(tool ? { tool } : {}), ...(toolset ? { toolset } : {}) };
  const rows = activity.buckets.filter((bucket) => bucket.calls > 0);
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer text-xs text-muted hover:text-ink">As a table</summary>
      <section
        aria-label={`${title}, as a table`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-2 max-h-72 overflow-auto rounded-md border border-line"
      >
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-sunken text-xs text-muted">
            <tr>
              <th scope="col" className="px-3 py-1.5 font-medium">
                Time
              </th>
              {measures.map(({ label }) => (
                <th key={label} scope="col" className="px-3 py-1.5 text-right font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((bucket) => (
              <tr key={bucket.at} className="border-t border-line">
                <th scope="row" className="px-3 py-1 font-normal">
                  <Link
                    to="/calls"
                    search={{ ...filter, ...spanOf(activity, bucket) }}
                    className="text-accent underline"
                  >
                    {bucketLabel(activity, bucket)}
                  </Link>
                </th>
                {measures.map(({ label, of }) => {
                  const value = of(bucket);
                  return (
                    <td key={label} className="px-3 py-1 text-right">
                      {value === null ? '–' : format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
