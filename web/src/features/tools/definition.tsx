import type { ReactNode } from 'react';
import type { Schemas } from '@/api/client';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { ProviderIcon, providerLabel } from '@/components/provider-icon';
import { CodeEditor } from '@/features/renderers';
import { approvalStatement } from './approval-statement';

/** What the tool is, as its author wrote it. */
export function Definition({ tool }: { tool: Schemas['Tool'] }) {
  const schema = tool.input_schema ? JSON.stringify(tool.input_schema, null, 2) : null;
  return (
    <div className="flex flex-col gap-5">
      <Card title="Definition">
        <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
          <Row name="Id">
            <code className="break-all">{tool.id}</code>
          </Row>
          <Row name="Name for models">
            <code className="break-all">{tool.wire_name}</code>
          </Row>
          <Row name="Provider">
            <span className="flex items-center gap-1.5">
              <ProviderIcon provider={tool.provider} />
              {providerLabel(tool.provider)}
            </span>
          </Row>
          {tool.entrypoint ? (
            <Row name="Entrypoint">
              <code className="break-all">{tool.entrypoint}</code>
            </Row>
          ) : null}
          <Row name="Approval">{approvalStatement(tool)}</Row>
          {tool.category ? <Row name="Category">{tool.category}</Row> : null}
          <Row name="Description">
            <span className="whitespace-pre-wrap">{tool.description || 'None'}</span>
          </Row>
        </dl>
      </Card>
      {schema ? (
        <Card title="Schema of its arguments" actions={<CopyButton text={schema} label="Copy the schema" />}>
          <CodeEditor value={schema} language="json" readOnly label="JSON Schema of the arguments" />
        </Card>
      ) : null}
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
