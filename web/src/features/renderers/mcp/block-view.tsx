import type { Schemas } from '@/api/client';
import CodeEditor from '../code/code-editor';
import { Checkered } from '../file/checkered';
import JsonTree from '../json/json-tree';
import type { Block } from './answer';
import { AnswerDocument } from './answer-document';
import { BytesBlock, LinkBlock, ResourceBlock } from './resource-blocks';
import { SoundBlock } from './sound-block';

interface Props {
  call: Schemas['Call'];
  block: Block;
}

/** One block of an answer. */
export function BlockView({ call, block }: Props) {
  switch (block.kind) {
    case 'text':
      return <TextBlock call={call} block={block} />;
    case 'json':
      return <JsonTree value={block.value} label="Text that is JSON" />;
    case 'image':
      return (
        <Checkered label="Result">
          <img src={`data:${block.mediaType};base64,${block.data}`} alt="What the tool answered with" />
        </Checkered>
      );
    case 'audio':
      return <SoundBlock data={block.data} mediaType={block.mediaType} />;
    case 'link':
      return <LinkBlock block={block} />;
    case 'resource':
      return <ResourceBlock call={call} block={block} />;
    case 'bytes':
      return <BytesBlock block={block} />;
    case 'unknown':
      return <JsonTree value={block.value} label="A block that this page does not know" />;
  }
}

function TextBlock({ call, block: { text, look } }: Props & { block: Block & { kind: 'text' } }) {
  if (look === 'markdown') return <AnswerDocument call={call} text={text} />;
  if (look === 'long') return <CodeEditor value={text} readOnly wrap label="Text" />;
  return (
    <p className="max-w-full rounded-md border border-line bg-surface px-4 py-3 text-sm break-words whitespace-pre-wrap">
      {text}
    </p>
  );
}
