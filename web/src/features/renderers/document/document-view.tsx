import { BookOpen, Code, Columns2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Segments } from '@/components/segments';
import type { FileRef } from '../file/file-ref';
import { ReadOnlyText } from '../file/read-only-text';
import { TextFile } from '../file/text-file';
import { MarkdownPreview } from './markdown-preview';

type Look = 'both' | 'source' | 'preview';

const looks = [
  { id: 'preview', label: 'Preview', icon: BookOpen },
  { id: 'both', label: 'Both', icon: Columns2 },
  { id: 'source', label: 'Source', icon: Code },
] as const;

interface Props {
  file: FileRef;
  text: string;
  etag: string | null;
  editable: boolean;
}

/** A Markdown file: its source, what it looks like, or both. Only typing changes it. */
export function DocumentView({ file, text, etag, editable }: Props) {
  const [look, setLook] = useState<Look>(() => firstLook(editable));
  const views = (
    <Segments label="How the document is shown" segments={looks} value={look} onChange={setLook} />
  );
  const beside = look === 'source' ? undefined : (typed: string) => <Preview text={typed} file={file} />;
  if (editable) {
    return (
      <TextFile
        file={file}
        text={text}
        etag={etag}
        language="markdown"
        views={views}
        beside={beside}
        editor={look !== 'preview'}
      />
    );
  }
  return (
    <ReadOnlyText
      file={file}
      text={text}
      language="markdown"
      views={views}
      beside={beside}
      editor={look !== 'preview'}
    />
  );
}

/** Typing goes before drawing. */
function Preview({ text, file }: { text: string; file: FileRef }) {
  return <MarkdownPreview text={useDeferredValue(text)} file={file} />;
}

function firstLook(editable: boolean): Look {
  return editable && window.matchMedia('(min-width: 64rem)').matches ? 'both' : 'preview';
}
