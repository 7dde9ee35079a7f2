import { Braces, ListTree } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Segments } from '@/components/segments';
import JsonTree from '../json/json-tree';
import { FileBar } from './file-bar';
import { TEXT_MAX_BYTES } from './file-bytes';
import type { FileRef } from './file-ref';
import { ReadOnlyText } from './read-only-text';
import { Note } from './reading-notes';
import { TextFacts } from './text-facts';
import { TextFile } from './text-file';

interface Props {
  file: FileRef;
  text: string;
  etag: string | null;
  editable: boolean;
}

const looks = [
  { id: 'tree', label: 'Tree', icon: ListTree },
  { id: 'source', label: 'Source', icon: Braces },
] as const;

/** A JSON file as a tree or as it is written; one that is too large for an editor only as a tree. */
export function JsonFile({ file, text, etag, editable }: Props) {
  const [look, setLook] = useState<'tree' | 'source'>('tree');
  const views = <Segments label="How the file is shown" segments={looks} value={look} onChange={setLook} />;
  const tree = look === 'tree' ? (typed: string) => <ReadTree text={typed} path={file.path} /> : undefined;
  if (text.length > TEXT_MAX_BYTES) {
    return (
      <div className="flex min-w-0 flex-col gap-2">
        <FileBar file={file} facts={<TextFacts text={text} />} />
        <ReadTree text={text} path={file.path} />
      </div>
    );
  }
  const shown = { file, text, language: 'json', views, beside: tree, editor: look === 'source' };
  return editable ? <TextFile {...shown} etag={etag} /> : <ReadOnlyText {...shown} />;
}

function ReadTree({ text, path }: { text: string; path: string }) {
  const read = useMemo(() => parse(text), [text]);
  if ('value' in read) return <JsonTree value={read.value} label={path} />;
  return <Note>This is not JSON: {read.problem}. The source shows what it is.</Note>;
}

function parse(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'it cannot be read' };
  }
}
