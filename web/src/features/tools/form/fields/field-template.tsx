import { ADDITIONAL_PROPERTY_FLAG, type FieldTemplateProps } from '@rjsf/utils';
import { X } from 'lucide-react';
import { useContext } from 'react';
import { IconButton } from '@/components/button';
import { classNames } from '@/components/class-names';
import { inputLook } from '@/components/field';
import { ChosenInUnion, descriptionIdOf, Errors, errorIdOf } from './notes';

/** One field: its name, its input, what it is for, what is wrong with it. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, rawDescription, rawErrors, hidden, required, displayLabel, schema } = props;
  const chosen = useContext(ChosenInUnion);
  // What tells a form of a union from the others is said by the choice above.
  if (hidden || (schema.const !== undefined && required)) return null;
  const union = isUnion(schema);
  const container = schema.type === 'object' || schema.type === 'array';
  const inList = typeof props.fieldPathId.path.at(-1) === 'number';
  const description = !container && rawDescription && !(union && chosen) ? rawDescription : null;
  const field = (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      {displayLabel && !container ? (
        <Label id={union ? undefined : id} required={required} quiet={inList || chosen}>
          {label}
        </Label>
      ) : null}
      {children}
      {description ? (
        <p {...(union ? {} : { id: descriptionIdOf(id) })} className="text-xs text-muted">
          {description}
        </p>
      ) : null}
      {union ? null : <Errors id={errorIdOf(id)} errors={rawErrors} />}
    </div>
  );
  return ADDITIONAL_PROPERTY_FLAG in schema ? <NamedEntry {...props}>{field}</NamedEntry> : field;
}

interface LabelProps {
  id: string | undefined;
  required: boolean | undefined;
  quiet: boolean;
  children: string;
}

function Label({ id, required, quiet, children }: LabelProps) {
  const look = quiet ? 'sr-only' : 'text-sm font-medium';
  if (id === undefined) {
    return (
      <p className={look}>
        {children}
        <Needed when={required} />
      </p>
    );
  }
  return (
    <label htmlFor={id} className={look}>
      {children}
      <Needed when={required} />
    </label>
  );
}

/** The mark of what a call cannot do without. */
export function Needed({ when }: { when: boolean | undefined }) {
  if (!when) return null;
  return (
    <span title="Needed" className="ml-0.5 text-bad">
      <span aria-hidden>*</span>
      <span className="sr-only"> (needed)</span>
    </span>
  );
}

/** An entry of an object whose names are free: the name can be changed, and the entry removed. */
function NamedEntry(props: FieldTemplateProps) {
  const { id, label, children, onKeyRenameBlur, onRemoveProperty, disabled, readonly } = props;
  return (
    <div className="flex items-start gap-2">
      <div className="w-2/5 shrink-0">
        <label htmlFor={`${id}-key`} className="text-sm font-medium">
          Name
        </label>
        <input
          id={`${id}-key`}
          key={label}
          type="text"
          defaultValue={label}
          disabled={disabled || readonly}
          onBlur={onKeyRenameBlur}
          className={classNames(inputLook, 'mt-1 font-mono')}
        />
      </div>
      {children}
      <IconButton icon={X} label={`Remove ${label}`} className="mt-6" onClick={onRemoveProperty} />
    </div>
  );
}

function isUnion(schema: FieldTemplateProps['schema']): boolean {
  const forms = schema.anyOf ?? schema.oneOf;
  return Array.isArray(forms) && !forms.every((form) => typeof form === 'object' && 'const' in form);
}
