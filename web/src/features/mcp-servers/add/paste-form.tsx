import { ArrowLeft, FileSearch, Plus } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { counted } from '@/components/counted';
import { Field, TextArea } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import { additionOf, type Chosen, nothingChosen, pickedOf, requestOf, unanswered } from './pasted';
import { ProposedList } from './proposed-list';
import { useAddServers, usePreviewServers } from './queries';

interface Props {
  onAdded: (added: Schemas['AddedServers']) => void;
}

const example = `{
  "mcpServers": {
    "memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"] }
  }
}`;

/** Servers of another client, or one of the registry: looked at first, then added. */
export function PasteForm({ onAdded }: Props) {
  const [text, setText] = useState('');
  const preview = usePreviewServers();
  const look = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate(requestOf(text));
  };
  if (preview.data) {
    return (
      <Review
        request={requestOf(text)}
        preview={preview.data}
        onBack={() => preview.reset()}
        onAdded={onAdded}
      />
    );
  }
  const open = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) setText(await file.text());
  };
  return (
    <form onSubmit={look} className="flex flex-col gap-4">
      <Field
        label="Servers of another client, or an entry of the MCP registry"
        about="The file in which Claude Desktop, Cursor, VS Code, Zed, Windsurf, Goose and others keep their servers, or a server.json."
      >
        {(parts) => (
          <TextArea
            {...parts}
            rows={10}
            spellCheck={false}
            placeholder={example}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {preview.error ? <ProblemNote error={preview.error} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label className="cursor-pointer text-sm text-accent underline focus-within:outline-2">
          Choose a file…
          <input type="file" accept=".json,.jsonc,.yaml,.yml" className="sr-only" onChange={open} />
        </label>
        <Button
          type="submit"
          look="primary"
          icon={FileSearch}
          busy={preview.isPending}
          disabled={text.trim() === ''}
        >
          Look inside
        </Button>
      </div>
    </form>
  );
}

interface ReviewProps extends Props {
  request: Schemas['AddServers'];
  preview: Schemas['ServersPreview'];
  onBack: () => void;
}

function Review({ request, preview, onBack, onAdded }: ReviewProps) {
  const [chosen, setChosen] = useState<Chosen>(nothingChosen);
  const add = useAddServers();
  const picked = pickedOf(preview, chosen);
  const open = unanswered(picked, chosen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(additionOf(request, picked, chosen), { onSuccess: onAdded });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <ProposedList preview={preview} picked={picked} chosen={chosen} onChange={setChosen} />
      {add.error ? <ProblemNote error={add.error} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {open ? (
          <p role="status" className="mr-auto text-sm text-muted">
            <code>{open}</code> wants an answer.
          </p>
        ) : null}
        <Button icon={ArrowLeft} onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          look="primary"
          icon={Plus}
          busy={add.isPending}
          disabled={picked.length === 0 || open !== null}
        >
          {picked.length === 0 ? 'Nothing to add' : `Add ${counted(picked.length, 'server')}`}
        </Button>
      </div>
    </form>
  );
}
