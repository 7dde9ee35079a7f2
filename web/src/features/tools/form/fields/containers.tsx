import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  OptionalDataControlsTemplateProps,
} from '@rjsf/utils';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { Button, IconButton } from '@/components/button';
import { classNames } from '@/components/class-names';
import { Needed } from './field-template';
import { ChosenInUnion, Errors } from './notes';

const indented = 'border-l-2 border-line pl-3';

/** The fields of an object. The arguments themselves have no frame of their own. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const {
    fieldPathId,
    title,
    description,
    required,
    properties,
    schema,
    optionalDataControl,
    onAddProperty,
  } = props;
  const chosen = useContext(ChosenInUnion);
  const open = Boolean(schema.additionalProperties || schema.patternProperties);
  const fields = (
    <ChosenInUnion value={false}>
      {properties.filter(({ hidden }) => !hidden).map(({ content }) => content)}
      {open ? (
        <Button icon={Plus} look="quiet" className="self-start" onClick={onAddProperty}>
          Add an entry
        </Button>
      ) : null}
    </ChosenInUnion>
  );
  if (fieldPathId.path.length === 0) return <div className="flex max-w-3xl flex-col gap-4">{fields}</div>;
  if (properties.length === 0 && !open && !optionalDataControl) return null;
  return (
    <Group title={title} about={description} required={required} quiet={chosen} control={optionalDataControl}>
      {properties.length > 0 || open ? (
        <div className={classNames('flex flex-col gap-3', !chosen && indented)}>{fields}</div>
      ) : null}
    </Group>
  );
}

/** The items of a list. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { title, schema, required, items, canAdd, onAddClick, rawErrors, optionalDataControl } = props;
  const chosen = useContext(ChosenInUnion);
  return (
    <Group
      title={title}
      about={schema.description}
      required={required}
      quiet={chosen}
      control={optionalDataControl}
    >
      <ChosenInUnion value={false}>
        {items.length > 0 ? <ol className={classNames('flex flex-col gap-3', indented)}>{items}</ol> : null}
      </ChosenInUnion>
      <Errors errors={rawErrors} />
      {canAdd ? (
        <Button icon={Plus} look="quiet" className="self-start" onClick={onAddClick}>
          Add to {title}
        </Button>
      ) : null}
    </Group>
  );
}

/** One item of a list with what can be done to it. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, index, buttonsProps: can } = props;
  const number = index + 1;
  return (
    <li className="flex items-start gap-2">
      {children}
      <span className="flex shrink-0">
        {can.hasMoveUp ? (
          <IconButton icon={ArrowUp} label={`Move item ${number} up`} onClick={can.onMoveUpItem} />
        ) : null}
        {can.hasMoveDown ? (
          <IconButton icon={ArrowDown} label={`Move item ${number} down`} onClick={can.onMoveDownItem} />
        ) : null}
        {can.hasRemove ? (
          <IconButton icon={X} label={`Remove item ${number}`} onClick={can.onRemoveItem} />
        ) : null}
      </span>
    </li>
  );
}

/** The choice of a form, and the fields of the form that was chosen. */
export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      {selector}
      <ChosenInUnion value>{optionSchemaField}</ChosenInUnion>
    </div>
  );
}

/** Whether an object that may be left out is there. */
export function OptionalDataControlsTemplate(props: OptionalDataControlsTemplateProps) {
  const { id, onAddClick, onRemoveClick } = props;
  if (onAddClick) {
    return (
      <Button id={id} icon={Plus} look="quiet" onClick={onAddClick}>
        Add
      </Button>
    );
  }
  return onRemoveClick ? (
    <Button id={id} icon={X} look="quiet" onClick={onRemoveClick}>
      Leave out
    </Button>
  ) : null;
}

interface GroupProps {
  title: string;
  about: ReactNode;
  required: boolean | undefined;
  /** Whether the name stands elsewhere already. */
  quiet: boolean;
  control: ReactNode;
  children: ReactNode;
}

function Group({ title, about, required, quiet, control, children }: GroupProps) {
  return (
    <fieldset className="flex min-w-0 flex-1 flex-col gap-2">
      <legend className={quiet ? 'sr-only' : 'float-left text-sm font-medium'}>
        {title}
        <Needed when={required} />
      </legend>
      {about ? <p className="text-xs text-muted">{about}</p> : null}
      {control ? <div>{control}</div> : null}
      {children}
    </fieldset>
  );
}
