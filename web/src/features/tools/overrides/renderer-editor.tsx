import { useState } from 'react';
import { Field, Select } from '@/components/field';
import { Tabs } from '@/components/tabs';
import { CodeEditor } from '@/features/renderers';
import { draftOf, withText } from '../object-draft';
import { type RendererDraft, type RendererKind, rendererKinds } from './override-draft';
import { RendererFields } from './renderer-fields';

interface Props {
  draft: RendererDraft | null;
  /** What holds when nothing is changed; a change begins with it. */
  otherwise: RendererDraft | null;
  onChange: (draft: RendererDraft | null) => void;
  expressions: readonly string[];
  artifacts: readonly string[];
}

const words: Record<RendererKind, string> = {
  code: 'Code: an editor with syntax colours',
  document: 'Document: Markdown with a preview',
  html: 'HTML: a page of the toolset, with the result as its data',
  frame: 'Frame: a web page that runs on an allowed host',
  card: 'Card: cleaned HTML with a title, in which nothing runs',
  app: 'App: what the tool’s own MCP server brings',
};

/** Which renderer shows a tool's results, and how. */
export function RendererEditor({ draft, otherwise, onChange, expressions, artifacts }: Props) {
  const [view, setView] = useState('fields');
  const choose = (value: string) => {
    const kind = rendererKinds.find((one) => one === value);
    if (!kind) onChange(null);
    else onChange(otherwise?.kind === kind ? otherwise : { kind, config: draftOf({}) });
  };
  return (
    <div className="flex flex-col gap-3">
      <Field label="Renderer">
        {(parts) => (
          <Select {...parts} value={draft?.kind ?? ''} onChange={(event) => choose(event.target.value)}>
            <option value="">As it is</option>
            {rendererKinds.map((kind) => (
              <option key={kind} value={kind}>
                {words[kind]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {draft ? (
        <Tabs
          label="Configuration as"
          value={view}
          onValueChange={setView}
          tabs={[
            {
              id: 'fields',
              label: 'Fields',
              content: <Fields {...{ draft, onChange, expressions, artifacts }} />,
            },
            { id: 'json', label: 'JSON', content: <Raw draft={draft} onChange={onChange} /> },
          ]}
        />
      ) : null}
    </div>
  );
}

type PartProps = Pick<Props, 'onChange' | 'expressions' | 'artifacts'> & { draft: RendererDraft };

function Fields({ draft, onChange, expressions, artifacts }: PartProps) {
  if (!draft.config.value) return <p className="text-sm text-muted">{draft.config.problem}</p>;
  return (
    <RendererFields
      key={draft.kind}
      kind={draft.kind}
      config={draft.config.value}
      onChange={(config) => onChange({ ...draft, config })}
      expressions={expressions}
      artifacts={artifacts}
    />
  );
}

function Raw({ draft, onChange }: Pick<PartProps, 'draft' | 'onChange'>) {
  return (
    <>
      <CodeEditor
        label="Configuration as JSON"
        language="json"
        value={draft.config.text}
        onChange={(text) => onChange({ ...draft, config: withText(text) })}
      />
      <p role="status" className="mt-1 min-h-5 text-xs text-bad">
        {draft.config.problem}
      </p>
    </>
  );
}
