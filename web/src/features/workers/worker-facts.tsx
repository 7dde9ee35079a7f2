import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApprovalBadge } from '@/components/approval-badge';
import { Badge } from '@/components/badge';
import { Card } from '@/components/card';
import { limitRows } from './limits';
import type { WorkerDefinition } from './queries';
import { ToolsetStanding } from './toolset-standing';

/** What a worker's file comes to: its tools and what is said of them, where it may write, what it may use. */
export function WorkerFacts({ worker }: { worker: WorkerDefinition }) {
  return (
    <Card title="What it comes to">
      <div className="flex flex-col gap-4 text-sm">
        <Part title="Toolsets">
          {worker.toolsets.length > 0 ? (
            <ul aria-label="Toolsets of the worker" className="flex flex-col gap-2.5">
              {worker.toolsets.map((toolset) => (
                <ToolsetStanding key={toolset.name} toolset={toolset} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">None: it can only answer.</p>
          )}
        </Part>
        {worker.workers.length > 0 ? (
          <Part title="Hands work to">
            <p className="flex flex-wrap gap-x-3 gap-y-1">
              {worker.workers.map((name) => (
                <Link
                  key={name}
                  to="/workers/$workerName"
                  params={{ workerName: name }}
                  className="text-accent underline"
                >
                  {name}
                </Link>
              ))}
            </p>
          </Part>
        ) : null}
        {worker.zones.length > 0 ? (
          <Part title="Files">
            <ul className="flex flex-col gap-1.5">
              {worker.zones.map((zone) => (
                <li key={zone.path} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                  <code className="break-all">{zone.path || '/'}</code>
                  {zone.mode === 'ro' ? (
                    <Badge>only read</Badge>
                  ) : (
                    <span className="text-xs text-muted">
                      write <ApprovalBadge approval={zone.write} /> delete{' '}
                      <ApprovalBadge approval={zone.delete} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Part>
        ) : null}
        <Part title="Limits of a run">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
            {limitRows(worker.limits).map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="tabular-nums">{value}</dd>
              </div>
            ))}
            <dt className="text-muted">Model</dt>
            <dd>{worker.model ?? 'the house’s default'}</dd>
          </dl>
        </Part>
      </div>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}
