import type { FieldProps } from '@rjsf/utils';
import { useState } from 'react';
import { TextArea } from '@/components/field';
import { same } from '../same';
import type { FormContext } from '../unfinished';
import { describedBy, Errors } from './notes';

const NOT_YET = 'This is not JSON yet. Texts stand in quotes: "text".';

/** A value of any shape, written as JSON. What cannot be read yet is kept and not sent. */
export function JsonField(props: FieldProps) {
  const { formData, fieldPathId, onChange, disabled, name, schema, rawErrors, registry } = props;
  const id = fieldPathId.$id;
  const { unfinished, onUnfinished } = registry.formContext as FormContext;
  const [text, setText] = useState(() => unfinished.get(id) ?? textOf(formData));
  const [known, setKnown] = useState<unknown>(formData);
  if (!same(known, formData)) {
    // Somebody else changed the value.
    setKnown(formData);
    setText(textOf(formData));
  }

  const edit = (next: string) => {
    setText(next);
    try {
      const value: unknown = next.trim() === '' ? undefined : JSON.parse(next);
      onUnfinished(id, null);
      setKnown(value);
      onChange(value, fieldPathId.path);
    } catch {
      onUnfinished(id, next);
    }
  };

  const has = { description: Boolean(schema.description), error: Boolean(rawErrors?.length) };
  return (
    <>
      <TextArea
        id={id}
        aria-label={schema.title ? undefined : `${name}, as JSON`}
        rows={Math.min(8, Math.max(2, text.split('\n').length))}
        placeholder="Any JSON"
        spellCheck={false}
        value={text}
        disabled={disabled}
        onChange={(event) => edit(event.target.value)}
        {...describedBy(id, has)}
      />
      <Errors errors={unfinished.has(id) ? [NOT_YET] : []} />
    </>
  );
}

function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
