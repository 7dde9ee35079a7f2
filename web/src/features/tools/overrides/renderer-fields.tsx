import { useId } from 'react';
import { Field, Input, Select } from '@/components/field';
import { draftOf, type ObjectDraft } from '../object-draft';
import {
  type ConfigField,
  canBeEditable,
  changedConfig,
  chosenSource,
  fieldsOf,
  readConfig,
  sourcesOf,
} from './config-fields';
import type { RendererKind } from './override-draft';

interface Props {
  kind: RendererKind;
  config: Readonly<Record<string, unknown>>;
  onChange: (config: ObjectDraft) => void;
  /** Expressions to offer. */
  expressions: readonly string[];
  /** HTML files of the toolset to offer. */
  artifacts: readonly string[];
}

/** A renderer's configuration as fields. */
export function RendererFields({ kind, config, onChange, expressions, artifacts }: Props) {
  const list = useId();
  const files = useId();
  const sources = sourcesOf(kind);
  const chosen = chosenSource(kind, config);
  const source = sources.find(({ key }) => key === chosen);
  const change = (key: string, text: string) =>
    onChange(draftOf({ ...changedConfig(kind, config, key, text) }));
  const text = (field: ConfigField) => (
    <Field key={field.key} label={field.label} about={field.about}>
      {(parts) => (
        <Input
          {...parts}
          list={field.key === 'artifact' ? files : list}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          placeholder={field.placeholder}
          value={readConfig(config, field.key)}
          onChange={(event) => change(field.key, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <div className="flex flex-col gap-3">
      {sources.length > 1 ? (
        <Field label="Shows">
          {(parts) => (
            <Select {...parts} value={chosen} onChange={(event) => change(event.target.value, '')}>
              {sources.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {source ? text(source) : null}
      {fieldsOf(kind).map(text)}
      {canBeEditable(kind, config) ? <Editable config={config} onChange={onChange} /> : null}
      <Offers id={list} values={expressions} />
      <Offers id={files} values={artifacts} />
    </div>
  );
}

function Editable({ config, onChange }: Pick<Props, 'config' | 'onChange'>) {
  const { editable } = config;
  if (typeof editable === 'string') {
    return (
      <p className="text-xs text-muted">
        Whether it may be edited is the expression <code>{editable}</code>; change it as JSON.
      </p>
    );
  }
  return (
    <label className="flex items-center gap-2 text-sm">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={editable === true}
        onChange={(event) => onChange(draftOf({ ...config, editable: event.target.checked }))}
      />
      The file may be edited where it is shown
    </label>
  );
}

function Offers({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}
