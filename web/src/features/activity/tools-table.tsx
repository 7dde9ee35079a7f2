import { Link } from '@tanstack/react-router';
import type { Range } from '@/app/search';
import { Card } from '@/components/card';
import { duration } from '@/components/moment';
import { ToolName } from '@/features/calls';
import { type Activity, share } from './figures';

interface Props {
  tools: Activity['tools'];
  range: Range;
}

/** How each tool did, the one called most first. */
export function ToolsTable({ tools, range }: Props) {
  const most = Math.max(1, ...tools.map((tool) => tool.calls));
  return (
    <Card title="By tool">
      <section
        aria-label="By tool"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="-m-4 overflow-x-auto"
      >
        <table className="w-full min-w-[42rem] text-left text-sm tabular-nums">
          <thead className="text-xs text-muted">
            <tr>
              <Head>Tool</Head>
              <Head wide>Calls</Head>
              <Head right>Failed</Head>
              <Head right>p50</Head>
              <Head right>p95</Head>
            </tr>
          </thead>
          <tbody>
            {tools.map((tool) => (
              <tr key={tool.tool_id} className="border-t border-line hover:bg-sunken">
                <th scope="row" className="px-4 py-1.5 font-normal">
                  <Link
                    to="/calls"
                    search={{ tool: tool.tool_id, range }}
                    className="whitespace-nowrap hover:underline"
                  >
                    <ToolName id={tool.tool_id} />
                  </Link>
                </th>
                <td className="px-4 py-1.5">
                  <Bar calls={tool.calls} errors={tool.errors} most={most} />
                </td>
                <td className="px-4 py-1.5 text-right">
                  {tool.errors === 0 ? '–' : `${tool.errors} (${share(tool.errors, tool.calls)})`}
                </td>
                <td className="px-4 py-1.5 text-right">
                  {tool.p50_ms == null ? '–' : duration(tool.p50_ms)}
                </td>
                <td className="px-4 py-1.5 text-right">
                  {tool.p95_ms == null ? '–' : duration(tool.p95_ms)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function Head({ children, wide, right }: { children: string; wide?: boolean; right?: boolean }) {
  return (
    <th scope="col" className={`px-4 py-2 font-medium ${wide ? 'w-1/3' : ''} ${right ? 'text-right' : ''}`}>
      {children}
    </th>
  );
}

function Bar({ calls, errors, most }: { calls: number; errors: number; most: number }) {
  const width = (count: number) => ({ width: `${(count / most) * 100}%` });
  return (
    <div className="flex items-center gap-2">
      <span className="w-12 text-right">{calls}</span>
      <span aria-hidden className="flex h-2 flex-1 overflow-hidden rounded-sm">
        <span className="bg-accent" style={width(calls - errors)} />
        <span className="bg-bad" style={width(errors)} />
      </span>
    </div>
  );
}
