import type { Schemas } from '@/api/client';
import { Field, Input, Select } from '@/components/field';
import { Sentence } from '@/components/sentence';

interface Props {
  question: Schemas['Question'];
  value: string;
  onChange: (value: string) => void;
}

/** One thing that a server needs and its file does not say. */
export function QuestionField({ question, value, onChange }: Props) {
  const { name, about, required, format } = question;
  const choices =
    question.choices.length > 0 ? question.choices : format === 'boolean' ? ['true', 'false'] : [];
  return (
    <Field label={required ? name : `${name} (optional)`} about={about ? <Sentence text={about} /> : null}>
      {(parts) =>
        choices.length > 0 ? (
          <Select {...parts} value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">{question.default ?? 'Choose…'}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...parts}
            type={question.secret ? 'password' : 'text'}
            inputMode={format === 'number' ? 'decimal' : 'text'}
            autoComplete={question.secret ? 'new-password' : 'off'}
            placeholder={question.default ?? (format === 'path' ? 'a path on the server’s machine' : '')}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
