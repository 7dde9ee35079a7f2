import type { FileKind } from '../file/file-kind';
import type { Plan } from '../plan';

/** Where the house may have something real to show: the newest call with a renderer, or a file of a kind. */
export type Source = { calls: Plan['renderer'] } | { files: FileKind };

/** One way of showing something. */
export interface Entry {
  id: string;
  title: string;
  about: string;
  source: Source | null;
  /** How a toolset asks for it, in its `toolset.yaml`. */
  config?: string;
  /** A tool of the example toolsets that leads to it. */
  example?: { toolset: string; tool: string };
}

/** What a toolset chooses for the results of its tools. */
export const planned: readonly Entry[] = [
  {
    id: 'code',
    title: 'Code',
    about: 'A file of the workspace, or a text. A file that may be edited is saved as a state of its own.',
    source: { calls: 'code' },
    config: 'type: code\nfile: $args.path\nlanguage: auto\neditable: true',
    example: { toolset: 'app-builder', tool: 'write_file' },
  },
  {
    id: 'document',
    title: 'Document',
    about: 'Markdown: its source, its preview, or both. Showing a file never changes it.',
    source: { calls: 'document' },
    config: 'type: document\nfile: $return.file\neditable: true',
    example: { toolset: 'notes', tool: 'add_note' },
  },
  {
    id: 'none',
    title: 'JSON',
    about: 'A result without a renderer is a tree: find, unfold, copy a path or a value.',
    source: { calls: 'none' },
    example: { toolset: 'slow-lane', tool: 'count' },
  },
  {
    id: 'error',
    title: 'Error',
    about: 'Why a call failed, with the tool’s own traceback.',
    source: { calls: 'error' },
    example: { toolset: 'rough-edges', tool: 'raise_error' },
  },
  {
    id: 'html',
    title: 'HTML',
    about:
      'A template of the toolset with the result in it, on an origin of its own. It reaches nothing but itself.',
    source: { calls: 'html' },
    config: 'type: html\nartifact: ./artifacts/chart.html\ndata: $return',
    example: { toolset: 'data-lab', tool: 'summarise' },
  },
  {
    id: 'frame',
    title: 'Frame',
    about:
      'A web page of an allowed host, such as one that the tool serves. One that cannot be framed opens in a tab.',
    source: { calls: 'frame' },
    config: 'type: frame\nport: $return.port',
  },
  {
    id: 'card',
    title: 'Card',
    about:
      'HTML with styles of its own and nothing that runs, as container tools answer with. A sheet of paper in both themes.',
    source: { calls: 'card' },
    config: 'type: card\ntitle: Weather in {{city}}\naccent_color: "#4a90d4"\nhtml: $return.html',
  },
  {
    id: 'app',
    title: 'App',
    about:
      'The app that an MCP server brings for its tool, apart from this page. Whatever it calls goes by policy, and a person sees it.',
    source: { calls: 'app' },
  },
];

/** What the page makes of files and texts by itself. */
export const plain: readonly Entry[] = [
  {
    id: 'diff',
    title: 'Difference',
    about: 'What a call changed in a file, in one column or in two.',
    source: null,
  },
  {
    id: 'text',
    title: 'Text',
    about: 'Whatever is text and has no grammar.',
    source: { files: 'text' },
  },
  {
    id: 'image',
    title: 'Picture',
    about: 'PNG, JPEG, GIF, WebP, AVIF: fitted, or in its own size.',
    source: { files: 'image' },
  },
  {
    id: 'svg',
    title: 'SVG',
    about: 'Drawn as a picture, in which no script runs and which loads nothing; its source can be edited.',
    source: { files: 'svg' },
  },
  {
    id: 'page',
    title: 'HTML file',
    about: 'A page of the workspace, apart from this one, and its source.',
    source: { files: 'html' },
  },
  {
    id: 'pdf',
    title: 'PDF',
    about: 'In the browser’s own viewer, on the origin of frames.',
    source: { files: 'pdf' },
  },
  {
    id: 'audio',
    title: 'Sound',
    about: 'MP3, WAV, Ogg, FLAC, AAC.',
    source: { files: 'audio' },
  },
  {
    id: 'video',
    title: 'Film',
    about: 'MP4, WebM, Ogg.',
    source: { files: 'video' },
  },
  {
    id: 'binary',
    title: 'Anything else',
    about: 'The first bytes as hexadecimal numbers, and a download.',
    source: { files: 'binary' },
  },
];
