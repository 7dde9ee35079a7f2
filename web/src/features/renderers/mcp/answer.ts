/** What a tool of an MCP server answered (`CallToolResult`), block by block. Nothing in it is trusted. */
export interface Answer {
  blocks: Block[];
  /** Blocks beyond what is shown. */
  more: number;
  /** `undefined` where the tool gave none. */
  structured: unknown;
}

export type Block =
  | { kind: 'text'; text: string; look: TextLook }
  | { kind: 'json'; value: unknown }
  | { kind: 'image'; data: string; mediaType: string }
  | { kind: 'audio'; data: string; mediaType: string }
  | { kind: 'link'; uri: string; name: string; description: string | null; mediaType: string | null }
  | { kind: 'resource'; uri: string; mediaType: string | null; text: string }
  | { kind: 'bytes'; uri: string; mediaType: string | null; data: string }
  | { kind: 'unknown'; value: unknown };

export type TextLook = 'markdown' | 'plain' | 'long';

/** More blocks than this are left to the raw result. */
const MAX_BLOCKS = 100;
/** A longer text is shown in an editor, which draws only what is seen. */
const LONG_TEXT = 20_000;

/** Kinds of pictures that browsers show. An SVG runs nothing where it is only a picture. */
const PICTURES = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;
const SOUNDS = /^audio\/[a-z0-9.+-]+$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads a result as such an answer; `null` where it is none. */
export function answerIn(result: unknown): Answer | null {
  if (!isRecord(result) || !Array.isArray(result.content)) return null;
  const structured = isRecord(result.structuredContent) ? result.structuredContent : undefined;
  const blocks = result.content
    .slice(0, MAX_BLOCKS)
    .map(blockOf)
    // The same again as text is for clients that read nothing else.
    .filter((block) => !(block.kind === 'json' && structured && same(block.value, structured)));
  return { blocks, more: Math.max(0, result.content.length - MAX_BLOCKS), structured };
}

function blockOf(value: unknown): Block {
  if (!isRecord(value)) return { kind: 'unknown', value };
  const { type, text, data, mimeType } = value;
  if (type === 'text' && typeof text === 'string') return textBlock(text);
  if (type === 'image' && isBase64(data) && matches(PICTURES, mimeType))
    return { kind: 'image', data, mediaType: mimeType };
  if (type === 'audio' && isBase64(data) && matches(SOUNDS, mimeType))
    return { kind: 'audio', data, mediaType: mimeType };
  if (type === 'resource_link') return linkBlock(value);
  if (type === 'resource' && isRecord(value.resource))
    return resourceBlock(value.resource) ?? { kind: 'unknown', value };
  return { kind: 'unknown', value };
}

function textBlock(text: string): Block {
  if (text.length <= LONG_TEXT * 10 && /^\s*[[{]/.test(text)) {
    try {
      return { kind: 'json', value: JSON.parse(text) };
    } catch {
      // Only its first sign looks like JSON.
    }
  }
  return { kind: 'text', text, look: lookOf(text) };
}

/** Whether a text is Markdown, as far as can be told: a heading, a list, a table, a fence, a link or strong words. */
export function lookOf(text: string): TextLook {
  if (text.length > LONG_TEXT) return 'long';
  const signs = /^#{1,6} \S|^ {0,3}([-*+]|\d+\.) \S|^```|^\|.+\|$|\[[^\]\n]+\]\([^)\s]+\)|\*\*[^*\n]+\*\*/m;
  return signs.test(text) ? 'markdown' : 'plain';
}

function linkBlock(value: Record<string, unknown>): Block {
  const { uri, name, title, description, mimeType } = value;
  if (typeof uri !== 'string') return { kind: 'unknown', value };
  return {
    kind: 'link',
    uri,
    name: textOr(title) ?? textOr(name) ?? uri,
    description: textOr(description),
    mediaType: textOr(mimeType),
  };
}

function resourceBlock({ uri, text, blob, mimeType }: Record<string, unknown>): Block | null {
  if (typeof uri !== 'string') return null;
  const mediaType = textOr(mimeType);
  if (typeof text === 'string') return { kind: 'resource', uri, mediaType, text };
  if (!isBase64(blob)) return null;
  if (matches(PICTURES, mimeType)) return { kind: 'image', data: blob, mediaType: mimeType };
  if (matches(SOUNDS, mimeType)) return { kind: 'audio', data: blob, mediaType: mimeType };
  return { kind: 'bytes', uri, mediaType, data: blob };
}

/** How many bytes a text in base64 stands for. */
export function sizeOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length * 3) / 4 - padding;
}

/** The bytes that a text in base64 stands for. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

function isBase64(value: unknown): value is string {
  return typeof value === 'string' && value.length % 4 === 0 && BASE64.test(value);
}

function matches(pattern: RegExp, value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

/** The value with the keys of its objects in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
