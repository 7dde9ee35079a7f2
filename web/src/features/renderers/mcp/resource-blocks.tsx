import { Download, ExternalLink, Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { bytes } from '@/components/moment';
import CodeEditor from '../code/code-editor';
import { LeaveDialog } from '../document/leave-dialog';
import { type Block, bytesOf, sizeOf } from './answer';
import { AnswerDocument } from './answer-document';

/** A resource that is somewhere else. Its address is followed only when somebody says so. */
export function LinkBlock({ block }: { block: Block & { kind: 'link' } }) {
  const { uri, name, description, mediaType } = block;
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <div className="flex items-start gap-3 rounded-md border border-line bg-surface px-4 py-3 text-sm">
      <Link2 aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        {description ? <p className="break-words text-muted">{description}</p> : null}
        <Uri uri={uri} mediaType={mediaType} />
      </div>
      {/^https?:\/\//.test(uri) ? (
        <Button icon={ExternalLink} onClick={() => setAsked(uri)}>
          Open…
        </Button>
      ) : null}
      <LeaveDialog url={asked} onClose={() => setAsked(null)} />
    </div>
  );
}

/** A resource whose text came along. */
export function ResourceBlock({
  call,
  block,
}: {
  call: Schemas['Call'];
  block: Block & { kind: 'resource' };
}) {
  const { uri, mediaType, text } = block;
  return (
    <Framed uri={uri} mediaType={mediaType}>
      {mediaType === 'text/markdown' ? (
        <AnswerDocument call={call} text={text} />
      ) : (
        <CodeEditor
          value={text}
          language={mediaType === 'application/json' ? 'json' : fileNameIn(uri)}
          readOnly
          wrap
          label={uri}
        />
      )}
    </Framed>
  );
}

/** A resource whose bytes came along, of a kind that cannot be shown here. */
export function BytesBlock({ block: { uri, mediaType, data } }: { block: Block & { kind: 'bytes' } }) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([bytesOf(data)], { type: 'application/octet-stream' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = fileNameIn(uri);
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Framed uri={uri} mediaType={mediaType}>
      <Button icon={Download} onClick={save}>
        Save {bytes(sizeOf(data))}
      </Button>
    </Framed>
  );
}

function Framed({
  uri,
  mediaType,
  children,
}: {
  uri: string;
  mediaType: string | null;
  children: ReactNode;
}) {
  return (
    <section aria-label={`Resource ${uri}`} className="flex min-w-0 flex-col items-stretch gap-2">
      <Uri uri={uri} mediaType={mediaType} />
      {children}
    </section>
  );
}

function Uri({ uri, mediaType }: { uri: string; mediaType: string | null }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      <code className="min-w-0 break-all">{uri}</code>
      <CopyButton text={uri} label="Copy the address" />
      {mediaType}
    </p>
  );
}

/** The last part of an address, as a file's name. */
function fileNameIn(uri: string): string {
  return uri.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? 'resource';
}
