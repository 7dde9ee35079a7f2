import type { ReactNode } from 'react';
import { Field, Input, Select, TextArea } from '@/components/field';
import { readCommandLine } from './command-line';
import { type Draft, suggestedId } from './draft';
import { PairRows } from './pair-rows';

interface Props {
  draft: Draft;
  onChange: (to: Partial<Draft>) => void;
  /** A server that is here keeps its name. */
  named?: boolean;
}

const secrets = 'Values that may be secret are kept encrypted, and are never shown again.';

/** What there is to say about one server, by its command or by its address. */
export function DraftFields({ draft, onChange, named = false }: Props) {
  return (
    <div className="flex flex-col gap-4">
      {draft.way === 'command' ? (
        <CommandFields draft={draft} onChange={onChange} />
      ) : (
        <AddressFields draft={draft} onChange={onChange} />
      )}
      {named ? null : (
        <Field label="Name" about="It is a part of its tools’ names and stays as it is.">
          {(parts) => (
            <Input
              {...parts}
              spellCheck={false}
              autoComplete="off"
              placeholder={suggestedId(draft) || 'time'}
              value={draft.id}
              onChange={(event) => onChange({ id: event.target.value })}
            />
          )}
        </Field>
      )}
      <Choices draft={draft} onChange={onChange} />
    </div>
  );
}

function CommandFields({ draft, onChange }: Props) {
  return (
    <>
      <Field label="Command line" about={<Parted line={draft.line} />}>
        {(parts) => (
          <TextArea
            {...parts}
            rows={2}
            spellCheck={false}
            placeholder="npx -y @modelcontextprotocol/server-memory"
            value={draft.line}
            onChange={(event) => onChange({ line: event.target.value })}
          />
        )}
      </Field>
      <PairRows
        label="Environment"
        one="variable"
        about={secrets}
        pairs={draft.env}
        onChange={(env) => onChange({ env })}
      />
    </>
  );
}

/** The command line as it will be started: each word apart. */
function Parted({ line }: { line: string }): ReactNode {
  if (line.trim() === '')
    return 'As it stands in the server’s own instructions. It is started without a shell.';
  const read = readCommandLine(line);
  if ('fault' in read) return <span className="text-bad">{read.fault}</span>;
  const { env, command, args } = read.line;
  return (
    <span className="flex flex-wrap gap-1">
      <span className="sr-only">Read as: </span>
      {[...Object.keys(env).map((name) => `${name}=…`), command, ...args].map((word, at) => (
        <code
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of one line never move
          key={at}
          className="max-w-full rounded border border-line bg-sunken px-1 break-all text-ink"
        >
          {word || '“”'}
        </code>
      ))}
    </span>
  );
}

function AddressFields({ draft, onChange }: Props) {
  return (
    <>
      <Field label="Address" about="Where it listens, mostly with /mcp at the end.">
        {(parts) => (
          <Input
            {...parts}
            inputMode="url"
            spellCheck={false}
            placeholder="https://mcp.example.com/mcp"
            value={draft.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        )}
      </Field>
      <Field label="Speaks">
        {(parts) => (
          <Select
            {...parts}
            value={draft.transport}
            onChange={(event) => onChange({ transport: event.target.value === 'sse' ? 'sse' : 'http' })}
          >
            <option value="http">Streamable HTTP</option>
            <option value="sse">HTTP+SSE, as older servers do</option>
          </Select>
        )}
      </Field>
      <PairRows
        label="Headers"
        one="header"
        about={`Such as Authorization. ${secrets} A server with a sign-in of its own needs none.`}
        pairs={draft.headers}
        onChange={(headers) => onChange({ headers })}
      />
    </>
  );
}

function Choices({ draft, onChange }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Runs"
        about={
          draft.scope === 'chat'
            ? 'In its arguments, $workspace is the chat’s folder; what it writes there is a commit.'
            : 'One process or connection serves all chats.'
        }
      >
        {(parts) => (
          <Select
            {...parts}
            value={draft.scope}
            onChange={(event) => onChange({ scope: event.target.value === 'chat' ? 'chat' : 'shared' })}
          >
            <option value="shared">once, for everybody</option>
            <option value="chat">once for each chat</option>
          </Select>
        )}
      </Field>
      <Field label="Its calls" about="An override of a tool can say otherwise.">
        {(parts) => (
          <Select
            {...parts}
            value={draft.asks}
            onChange={(event) => onChange({ asks: event.target.value as Draft['asks'] })}
          >
            <option value="by-tool">ask first, except for tools that are excepted</option>
            <option value="always">always ask first</option>
            <option value="never">never ask</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
