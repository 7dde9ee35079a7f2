import { AppWindow, Code, Image } from 'lucide-react';
import { useState } from 'react';
import { Segments } from '@/components/segments';
import { SandboxFrame } from '../frame/sandbox-frame';
import { fileInFrame } from '../queries';
import { Checkered } from './checkered';
import type { FileRef } from './file-ref';
import { ReadOnlyText } from './read-only-text';
import { TextFile } from './text-file';
import { WorkspacePicture } from './workspace-picture';

interface Props {
  kind: 'html' | 'svg';
  file: FileRef;
  text: string;
  etag: string | null;
  editable: boolean;
}

/** An HTML or SVG file: what it looks like, and its source. It is drawn as saved, apart from the page. */
export function PageFile({ kind, file, text, etag, editable }: Props) {
  const [look, setLook] = useState<'drawn' | 'source'>('drawn');
  const looks = [
    { id: 'drawn', label: kind === 'svg' ? 'Picture' : 'Page', icon: kind === 'svg' ? Image : AppWindow },
    { id: 'source', label: 'Source', icon: Code },
  ] as const;
  const views = <Segments label="How the file is shown" segments={looks} value={look} onChange={setLook} />;
  const drawn = () =>
    kind === 'svg' ? (
      <Checkered label={file.path}>
        <WorkspacePicture file={file} alt={file.path} />
      </Checkered>
    ) : (
      <SandboxFrame what={fileInFrame(file)} version={etag} title={file.path} />
    );
  const shown = {
    file,
    text,
    language: kind === 'svg' ? 'xml' : 'html',
    views,
    beside: look === 'drawn' ? drawn : undefined,
    editor: look === 'source',
  };
  return editable ? <TextFile {...shown} etag={etag} /> : <ReadOnlyText {...shown} />;
}
