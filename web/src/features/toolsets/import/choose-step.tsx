import { FileArchive } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { Field, Input } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import { Tabs } from '@/components/tabs';
import { addressFault, pathFault, type Source } from './source';
import type { Import } from './use-import';

interface Props {
  imported: Import;
  problem: unknown;
}

/** Where the toolset comes from. */
export function ChooseStep({ imported, problem }: Props) {
  const { drafts, setDrafts, choose, chooseFiles } = imported;
  return (
    <div className="flex flex-col gap-4">
      {problem ? <ProblemNote error={problem} /> : null}
      <Tabs
        label="Where it comes from"
        value={drafts.from}
        onValueChange={(from) => setDrafts({ ...drafts, from: from as Source['kind'] })}
        tabs={[
          { id: 'file', label: 'ZIP file', content: <ChooseFile onFiles={chooseFiles} /> },
          {
            id: 'url',
            label: 'Address',
            content: (
              <PlaceForm
                label="Address of a ZIP"
                about={
                  drafts.sha256
                    ? `The server fetches it, and takes only the file with the SHA-256 ${drafts.sha256}.`
                    : 'The server fetches it, so it must be able to reach it.'
                }
                placeholder="https://example.org/notes.zip"
                value={drafts.address}
                onChange={(address) => setDrafts({ ...drafts, address, sha256: undefined })}
                faultOf={addressFault}
                onSubmit={(address) =>
                  choose({ kind: 'url', address, ...(drafts.sha256 ? { sha256: drafts.sha256 } : {}) })
                }
              />
            ),
          },
          {
            id: 'folder',
            label: 'Folder on the server',
            content: (
              <PlaceForm
                label="Absolute path of the folder"
                about="On the machine that Pegboard runs on. The folder holds a toolset.yaml, or the manifest.json and the Dockerfile of a container tool."
                placeholder="/home/me/toolsets/notes"
                value={drafts.path}
                onChange={(path) => setDrafts({ ...drafts, path })}
                faultOf={pathFault}
                onSubmit={(path) => choose({ kind: 'folder', path })}
              />
            ),
          },
        ]}
      />
    </div>
  );
}

function ChooseFile({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="pegs flex flex-col items-center gap-3 rounded-lg border border-dashed border-strong-line px-6 py-10 text-center">
      <FileArchive aria-hidden size={26} className="text-accent" />
      <p className="bg-surface px-2 text-sm">Drop a ZIP anywhere on the page, or</p>
      <Button onClick={() => input.current?.click()}>Choose a ZIP…</Button>
      <input
        ref={input}
        type="file"
        accept=".zip,.mcpb,.dxt,application/zip"
        aria-label="ZIP of a toolset"
        hidden
        onChange={(event) => {
          const files = Array.from(event.target.files ?? []);
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}

interface PlaceProps {
  label: string;
  about: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with the text, if anything. */
  faultOf: (text: string) => string | undefined;
  onSubmit: (text: string) => void;
}

function PlaceForm({ label, about, placeholder, value, onChange, faultOf, onSubmit }: PlaceProps) {
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOf(value);
    setFault(found);
    if (!found) onSubmit(value.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field label={label} about={about} error={fault}>
        {(parts) => (
          <Input
            {...parts}
            spellCheck={false}
            autoCapitalize="off"
            className="font-mono"
            placeholder={placeholder}
            value={value}
            onChange={(event) => {
              setFault(undefined);
              onChange(event.target.value);
            }}
          />
        )}
      </Field>
      <Button type="submit" look="primary" className="self-end" disabled={value.trim() === ''}>
        Look inside
      </Button>
    </form>
  );
}
