import { useQuery } from '@tanstack/react-query';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { DocumentView } from '../document/document-view';
import { fileQuery } from '../queries';
import { BinaryFile } from './binary-file';
import type { FileHead } from './file-bytes';
import { type FileKind, kindOfFile, mediaKindOf } from './file-kind';
import type { FileRef } from './file-ref';
import { readText } from './file-text';
import { JsonFile } from './json-file';
import { MediaFile } from './media-file';
import { PageFile } from './page-file';
import { PdfFile } from './pdf-file';
import { ReadOnlyText } from './read-only-text';
import { CutNote, UnfaithfulNote } from './reading-notes';
import { TextFile } from './text-file';

export interface FileViewProps extends FileRef {
  /** Shows the present file without a way to change it. */
  readOnly?: boolean | undefined;
  /** A language's name, where the file's name does not tell. */
  language?: string | undefined;
}

export default function FileView({ chatId, path, manifestId, readOnly = false, language }: FileViewProps) {
  const file = { chatId, path, manifestId };
  // A file that is shown anew begins anew: nothing of what was typed into one ends up in another.
  const key = JSON.stringify([chatId, path, manifestId]);
  const media = mediaKindOf(path);
  if (media === 'pdf') return <PdfFile key={key} file={file} />;
  if (media) return <MediaFile key={key} file={file} kind={media} />;
  const editable = !readOnly && manifestId === undefined;
  return <ReadFile key={key} file={file} editable={editable} language={language ?? path} />;
}

interface ReadProps {
  file: FileRef;
  editable: boolean;
  language: string;
}

function ReadFile({ file, editable, language }: ReadProps) {
  const { data, error, refetch } = useQuery(fileQuery(file.chatId, file.path, file.manifestId));
  // What was typed outlives a refetch that fails.
  if (data) return <ShownFile file={file} head={data} editable={editable} language={language} />;
  if (error) return <ProblemNote error={error} retry={() => void refetch()} />;
  return <Skeleton className="h-40 w-full" />;
}

function ShownFile({ file, head, editable, language }: ReadProps & { head: FileHead }) {
  const kind = kindOfFile(file.path, head.bytes);
  const complete = head.bytes.length >= head.size;
  if (kind === 'binary') return <BinaryFile file={file} head={head} />;
  const { text, faithful } = readText(head.bytes, complete);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {complete ? null : <CutNote head={head} />}
      {complete && !faithful ? <UnfaithfulNote /> : null}
      <TextOfKind
        kind={kind}
        file={file}
        text={text}
        etag={head.etag}
        editable={editable && faithful}
        language={language}
        complete={complete}
      />
    </div>
  );
}

interface TextProps extends ReadProps {
  kind: FileKind;
  text: string;
  etag: string | null;
  complete: boolean;
}

function TextOfKind({ kind, complete, ...rest }: TextProps) {
  if (kind === 'markdown') return <DocumentView {...rest} />;
  // A part of a value or of a page is none.
  if (kind === 'json' && complete) return <JsonFile {...rest} />;
  if ((kind === 'html' || kind === 'svg') && complete) return <PageFile kind={kind} {...rest} />;
  const { file, text, etag, editable, language } = rest;
  if (!editable) return <ReadOnlyText file={file} text={text} language={language} />;
  return <TextFile file={file} text={text} etag={etag} language={language} />;
}
