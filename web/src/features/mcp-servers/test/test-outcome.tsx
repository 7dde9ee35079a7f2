import { CircleCheck, CircleX } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { counted } from '@/components/counted';
import { duration } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { Progress } from '@/components/progress';
import { Scroll } from '@/components/scroll';
import type { useTestServer } from '../queries';

type Tested = Schemas['TestedServer'];

/** How a trial of a server goes and went. */
export function TestOutcome({ test }: { test: ReturnType<typeof useTestServer> }) {
  if (test.isPending) {
    return (
      <div role="status" className="flex flex-col gap-2 text-sm text-muted">
        <p>Connecting. A program that is fetched first may take a minute.</p>
        <Progress label="Connecting" />
      </div>
    );
  }
  if (test.error) return <ProblemNote error={test.error} />;
  return test.data ? <Outcome tested={test.data} /> : null;
}

function Outcome({ tested }: { tested: Tested }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      {tested.ok ? <Good tested={tested} /> : <Bad tested={tested} />}
      {tested.warnings.length > 0 ? (
        <ul aria-label="Warnings" className="list-disc rounded-md bg-warn-soft p-3 pl-7">
          {tested.warnings.map((warning) => (
            <li key={warning} className="break-words">
              {warning}
            </li>
          ))}
        </ul>
      ) : null}
      {tested.tools.length > 0 ? <Tools tools={tested.tools} /> : null}
      {tested.log ? (
        <details open={!tested.ok}>
          <summary className="cursor-pointer text-muted">What it wrote meanwhile</summary>
          <Scroll label="What it wrote" className="mt-2 max-h-48 rounded-md bg-sunken p-3">
            <pre className="font-mono text-xs break-words whitespace-pre-wrap">{tested.log}</pre>
          </Scroll>
        </details>
      ) : null}
    </div>
  );
}

function Good({ tested: { tools, connect_ms, list_ms, protocol } }: { tested: Tested }) {
  return (
    <p role="status" className="flex items-start gap-2 rounded-md bg-good-soft p-3">
      <CircleCheck aria-hidden size={17} className="mt-0.5 shrink-0 text-good" />
      <span>
        <span className="font-semibold">It works, and has {counted(tools.length, 'tool')}.</span> Connecting
        took {duration(connect_ms ?? 0)}, listing {duration(list_ms ?? 0)}; protocol {protocol}.
      </span>
    </p>
  );
}

function Bad({ tested: { error, connect_ms } }: { tested: Tested }) {
  return (
    <div role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft p-3">
      <CircleX aria-hidden size={17} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-semibold break-words whitespace-pre-wrap">
          {error?.message ?? 'It did not work.'}
        </p>
        <p className="mt-1 text-muted">
          {error ? error.kind.replaceAll('_', ' ') : null}
          {typeof connect_ms === 'number' ? `; it had answered after ${duration(connect_ms)}` : null}
        </p>
      </div>
    </div>
  );
}

function Tools({ tools }: { tools: Tested['tools'] }) {
  return (
    <Scroll label="Tools that were found" className="max-h-64 rounded-md border border-line">
      <ul className="divide-y divide-line">
        {tools.map((tool) => (
          <li key={tool.name} className="px-3 py-2">
            <code className="font-medium break-all">{tool.name}</code>
            <p className="line-clamp-2 break-words text-muted">{tool.description}</p>
          </li>
        ))}
      </ul>
    </Scroll>
  );
}
