import { TriangleAlert } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { Badge } from '@/components/badge';
import { Card } from '@/components/card';
import { RenderedResult } from '@/features/renderers';
import { kindWords } from './failure-kinds';
import { PrintedText } from './printed-text';

/** What came of a call: its result as the tool wants it shown and as it is, or why there is none. */
export function ResultCard({ call }: { call: Schemas['Call'] }) {
  if (call.status === 'pending' || call.status === 'running') return null;
  return (
    <>
      <Warnings warnings={call.warnings} />
      {call.error ? (
        <FailureCard error={call.error} />
      ) : (
        <Card title="Result">
          <RenderedResult call={call} />
        </Card>
      )}
    </>
  );
}

function FailureCard({ error }: { error: Schemas['ToolFailure'] }) {
  return (
    <Card title="No result" actions={<Badge tone="bad">{error.kind.replaceAll('_', ' ')}</Badge>}>
      <p className="text-sm font-medium break-words whitespace-pre-wrap text-bad">{error.message}</p>
      <p className="mt-1 text-sm text-muted">{kindWords[error.kind]}</p>
      {error.detail ? (
        <details className="mt-3 text-sm" open={error.detail.length < 2000}>
          <summary className="cursor-pointer text-muted">Detail</summary>
          <div className="mt-2">
            <PrintedText text={error.detail} label="Detail" />
          </div>
        </details>
      ) : null}
    </Card>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <section
      aria-label="Warnings"
      className="flex gap-3 rounded-lg border border-line bg-warn-soft p-3 text-sm"
    >
      <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
      <ul className="flex min-w-0 flex-col gap-1">
        {warnings.map((warning) => (
          <li key={warning} className="break-words">
            {warning}
          </li>
        ))}
      </ul>
    </section>
  );
}
