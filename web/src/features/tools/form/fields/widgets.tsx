import { getInputProps, type RegistryWidgetsType, type WidgetProps } from '@rjsf/utils';
import type { ClipboardEvent } from 'react';
import { Input, Select, TextArea } from '@/components/field';
import { same } from '../same';
import { isLongText } from './long-text';
import { describedBy, Errors } from './notes';

function notesOf({ id, schema, rawErrors }: WidgetProps) {
  return describedBy(id, { description: Boolean(schema.description), error: Boolean(rawErrors?.length) });
}

/** What leaving the field empty comes to. */
function placeholderOf({ schema, placeholder }: WidgetProps): string {
  if (schema.default !== undefined && typeof schema.default !== 'object') return String(schema.default);
  const example: unknown = Array.isArray(schema.examples) ? schema.examples[0] : undefined;
  return typeof example === 'string' || typeof example === 'number' ? String(example) : (placeholder ?? '');
}

function TextWidget(props: WidgetProps) {
  const { id, name, value, schema, options, disabled, readonly, onChange } = props;
  if (typeof value === 'object' && value !== null) return <OddValue value={value} />;
  const text = value === undefined || value === null ? '' : String(value);
  const change = (next: string) => onChange(next === '' ? options.emptyValue : next);
  const shared = {
    id,
    value: text,
    disabled: Boolean(disabled || readonly),
    placeholder: placeholderOf(props),
    ...notesOf(props),
  };
  if (schema.type === 'string' && isLongText(name, schema, text)) {
    return (
      <TextArea
        {...shared}
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
      />
    );
  }
  // A one-line input would drop the line ends of what is pasted.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (schema.type !== 'string' || !pasted.includes('\n')) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    change(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? text.length));
  };
  return (
    <Input
      {...getInputProps(schema, undefined, options)}
      {...(schema.format ? { type: inputTypes[schema.format] ?? 'text' } : {})}
      {...shared}
      autoComplete="off"
      onPaste={paste}
      onChange={(event) => change(event.target.value)}
    />
  );
}

const inputTypes: Record<string, string> = { date: 'date', email: 'email', uri: 'url' };

/** A value that is no text where one belongs. It is left alone until somebody replaces it as JSON. */
function OddValue({ value }: { value: unknown }) {
  return (
    <p className="rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-xs break-all text-muted">
      {JSON.stringify(value)} – this fits no text; change it as JSON.
    </p>
  );
}

function CheckboxWidget(props: WidgetProps) {
  const { id, label, value, schema, required, disabled, readonly, onChange } = props;
  // Without a value the tool takes its default.
  const checked = typeof value === 'boolean' ? value : schema.default === true;
  return (
    <label htmlFor={id} className="flex items-center gap-2 text-sm font-medium">
      <input
        id={id}
        type="checkbox"
        className="size-4 accent-accent"
        checked={checked}
        required={required}
        disabled={disabled || readonly}
        onChange={(event) => onChange(event.target.checked)}
        {...notesOf(props)}
      />
      {label}
    </label>
  );
}

function SelectWidget(props: WidgetProps) {
  const { id, label, value, schema, options, required, multiple, disabled, readonly, rawErrors, onChange } =
    props;
  const choices = options.enumOptions ?? [];
  if (multiple) return <Choices {...props} />;
  const union = /__(any|one)of_select$/.test(id);
  const selected = choices.findIndex((choice) => same(choice.value, value));
  const named = union ? { 'aria-label': `Form of ${label}` } : {};
  return (
    <>
      <Select
        id={id}
        {...named}
        {...notesOf(props)}
        value={selected < 0 ? '' : selected}
        disabled={disabled || readonly}
        onChange={({ target }) =>
          onChange(target.value === '' ? undefined : choices[Number(target.value)]?.value)
        }
      >
        {union || (required && selected >= 0) ? null : (
          <option value="">{emptyChoice(schema.default)}</option>
        )}
        {choices.map((choice, index) => (
          <option key={JSON.stringify(choice.value)} value={index}>
            {choice.label}
          </option>
        ))}
      </Select>
      {union && selected < 0 ? <Errors errors={rawErrors} /> : null}
    </>
  );
}

function emptyChoice(unset: unknown): string {
  return unset === undefined || typeof unset === 'object' ? 'Not set' : `Not set (${String(unset)})`;
}

/** Several of a few: a box each. */
function Choices({ id, label, value, options, disabled, readonly, onChange }: WidgetProps) {
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const toggle = (one: unknown, on: boolean) =>
    onChange(on ? [...chosen, one] : chosen.filter((other) => !same(other, one)));
  return (
    <fieldset id={id} className="flex flex-wrap gap-x-4 gap-y-1.5">
      <legend className="sr-only">{label}</legend>
      {(options.enumOptions ?? []).map((choice) => (
        <label key={JSON.stringify(choice.value)} className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            disabled={disabled || readonly}
            checked={chosen.some((one) => same(one, choice.value))}
            onChange={(event) => toggle(choice.value, event.target.checked)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

/** The inputs of a form. Each name that the form may ask for has one of ours. */
export const widgets: RegistryWidgetsType = {
  TextWidget,
  TextareaWidget: TextWidget,
  EmailWidget: TextWidget,
  URLWidget: TextWidget,
  DateWidget: TextWidget,
  UpDownWidget: TextWidget,
  CheckboxWidget,
  SelectWidget,
  RadioWidget: SelectWidget,
  CheckboxesWidget: Choices,
};
