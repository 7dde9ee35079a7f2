import type { FieldProps } from '@rjsf/utils';
import { useState } from 'react';
import { TextArea } from '@/components/field';
import { same } from '../same';
import { describedBy, Errors } from './notes';

/** A value of any shape, written as JSON. What cannot be read yet stays in the input and is not sent. */
export function JsonField({
  formData,
  fieldPathId,
  onChange,
  disabled,
  name,
  schema,
  rawErrors,
}: FieldProps) {
  const [text, setText] = useState(() => textOf(formData));
  const [problem, setProblem] = useState<string | null>(null);
  const [known, setKnown] = useState<unknown>(formData);
  if (!same(known, formData)) {
    // Somebody else changed the value.
    setKnown(formData);
    setText(textOf(formData));
    setProblem(null);
  }

  const edit = (next: string) => {
    setText(next);
    try {
      const value: unknown = next.trim() === '' ? undefined : JSON.parse(next);
      setProblem(null);
      setKnown(value);
      onChange(value, fieldPathId.path);
    } catch {
      setProblem('This is not JSON yet. Texts stand in quotes: "text".');
    }
  };

  const id = fieldPathId.$id;
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
      <Errors errors={problem ? [problem] : []} />
    </>
  );
}

function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}
