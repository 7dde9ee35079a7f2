import { Trash2, Undo2 } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '@/components/badge';
import { Button, IconButton } from '@/components/button';
import { Input } from '@/components/field';
import { Moment } from '@/components/moment';
import { Sentence } from '@/components/sentence';
import { type ConfigDraft, shownValue } from './draft';
import type { ConfigKey } from './queries';

interface Props {
  field: ConfigKey;
  draft: ConfigDraft;
  disabled: boolean;
  busy: boolean;
  onWrite: (value: string) => void;
  /** Drops what was written. */
  onForget: () => void;
  /** Takes away what is kept. */
  onRemove: () => void;
}

/** One setting. A secret that is set is a fact to replace or remove, not a text. */
export function ConfigField({ field, draft, disabled, busy, onWrite, onForget, onRemove }: Props) {
  const id = useId();
  const { key, description, secret, set } = field;
  const closed = secret && set && draft[key] === undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <label htmlFor={id} className="text-sm font-medium break-all">
          {key}
        </label>
        <State field={field} />
      </p>
      {description ? (
        <p id={`${id}-about`} className="max-w-prose text-xs break-words text-muted">
          <Sentence text={description} />
        </p>
      ) : null}
      <div className="flex max-w-xl items-center gap-1.5">
        {closed ? (
          <Button id={id} disabled={disabled} onClick={() => onWrite('')} aria-label={`Replace ${key}`}>
            Replace…
          </Button>
        ) : (
          <Input
            id={id}
            type={secret ? 'password' : 'text'}
            autoComplete={secret ? 'new-password' : 'off'}
            spellCheck={false}
            autoFocus={secret && set}
            {...(description ? { 'aria-describedby': `${id}-about` } : {})}
            placeholder={secret && set ? 'the new secret' : (field.default ?? '')}
            disabled={disabled}
            value={shownValue(draft, field)}
            onChange={(event) => onWrite(event.target.value)}
          />
        )}
        {draft[key] !== undefined ? (
          <IconButton icon={Undo2} label={`Leave ${key} as it is`} onClick={onForget} />
        ) : null}
        {set && draft[key] === undefined ? (
          <IconButton icon={Trash2} label={`Remove ${key}`} disabled={disabled || busy} onClick={onRemove} />
        ) : null}
      </div>
    </div>
  );
}

/** Whether it has a value, and whether it must have one. */
function State({ field: { secret, required, set, default: otherwise, updated_at } }: { field: ConfigKey }) {
  return (
    <>
      {set ? (
        <Badge tone="good">{secret ? 'secret is set' : 'set'}</Badge>
      ) : otherwise != null ? (
        <Badge>default</Badge>
      ) : required ? (
        <Badge tone="warn">missing</Badge>
      ) : (
        <Badge>not set</Badge>
      )}
      <span className="text-xs text-muted">
        {[required ? 'required' : 'optional', secret ? 'secret' : ''].filter(Boolean).join(', ')}
        {set && updated_at ? (
          <>
            {' · '}
            <Moment at={updated_at} />
          </>
        ) : null}
      </span>
    </>
  );
}
