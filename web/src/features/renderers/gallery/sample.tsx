import { useEffect, useMemo, useState } from 'react';
import { CardView } from '../card/card-view';
import CodeEditor from '../code/code-editor';
import TextDiff from '../diff/text-diff';
import { MarkdownPreview } from '../document/markdown-preview';
import { ErrorView } from '../error-view';
import { Checkered } from '../file/checkered';
import { HexView } from '../file/hex-view';
import { useBlobAddress } from '../file/use-blob-address';
import JsonTree from '../json/json-tree';
import {
  afterSample,
  beforeSample,
  cardSample,
  codeSample,
  documentSample,
  jsonSample,
  svgSample,
  textSample,
} from './samples';
import { soundSample } from './sound';

/** Samples that need nothing from the server, by the part of the gallery that they stand in. */
export const samples: Record<string, () => React.ReactNode> = {
  code: () => <EditableSample />,
  document: () => <MarkdownPreview text={documentSample} file={{ chatId: 'default', path: 'notes.md' }} />,
  none: () => <JsonTree value={jsonSample} label="Sample value" />,
  error: () => (
    <ErrorView
      message="FileNotFoundError: plot.csv is not in the workspace"
      traceback={'  tools/tables.py:41, in summarise\n    with open(path) as table:'}
    />
  ),
  card: () => <CardView {...cardSample} />,
  diff: () => <TextDiff before={beforeSample} after={afterSample} language="python" />,
  text: () => <CodeEditor value={textSample} readOnly label="Sample text" />,
  image: () => <DrawnSample />,
  svg: () => <SvgSample />,
  audio: () => <SoundSample />,
  binary: () => <HexView bytes={bytesSample} label="Sample bytes" />,
};

const bytesSample = Uint8Array.from({ length: 96 }, (_, at) => (at * 37 + 11) % 256);

function EditableSample() {
  const [text, setText] = useState(codeSample);
  return <CodeEditor value={text} onChange={setText} language="python" tabIndents label="Sample code" />;
}

function SvgSample() {
  const blob = useMemo(() => new Blob([svgSample], { type: 'image/svg+xml' }), []);
  return <Checkered label="sample drawing">{useBlobImage(blob, 'A sample drawing of a pegboard')}</Checkered>;
}

function DrawnSample() {
  const [blob, setBlob] = useState<Blob>();
  useEffect(() => drawPicture(setBlob), []);
  return <Checkered label="sample">{useBlobImage(blob, 'A sample picture with a gradient')}</Checkered>;
}

function useBlobImage(blob: Blob | undefined, alt: string) {
  const address = useBlobAddress(blob);
  return address ? <img src={address} alt={alt} /> : null;
}

function SoundSample() {
  const address = useBlobAddress(useMemo(soundSample, []));
  return address ? (
    // biome-ignore lint/a11y/useMediaCaption: two tones have no words
    <audio controls src={address} aria-label="Two tones" className="w-full" />
  ) : null;
}

/** A picture of pixels, drawn here so that the page carries none. */
function drawPicture(done: (blob: Blob) => void): void {
  const canvas = document.createElement('canvas');
  canvas.width = 480;
  canvas.height = 240;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const ground = pen.createLinearGradient(0, 0, 480, 240);
  ground.addColorStop(0, '#0f6b64');
  ground.addColorStop(1, '#f5c264');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, 480, 240);
  pen.fillStyle = 'rgb(255 255 255 / 0.85)';
  for (let peg = 0; peg < 72; peg++) {
    pen.beginPath();
    pen.arc(20 + (peg % 12) * 40, 20 + Math.floor(peg / 12) * 40, 4, 0, Math.PI * 2);
    pen.fill();
  }
  canvas.toBlob((blob) => {
    if (blob) done(blob);
  });
}
