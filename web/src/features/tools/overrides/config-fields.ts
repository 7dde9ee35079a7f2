import type { RendererKind } from './override-draft';

type Config = Readonly<Record<string, unknown>>;

/** One field of a renderer's configuration. */
export interface ConfigField {
  key: string;
  label: string;
  about: string;
  placeholder: string;
}

/** What a renderer shows: exactly one of these keys says it. */
const sources: Record<RendererKind, readonly ConfigField[]> = {
  code: [
    {
      key: 'file',
      label: 'A workspace file',
      about: 'Its path, usually an expression.',
      placeholder: '$args.path',
    },
    {
      key: 'content',
      label: 'A text',
      about: 'The text, usually of the result.',
      placeholder: '$return.code',
    },
  ],
  document: [
    {
      key: 'file',
      label: 'A workspace file',
      about: 'Its path, usually an expression.',
      placeholder: '$return.file',
    },
    {
      key: 'content',
      label: 'A text',
      about: 'Markdown, usually of the result.',
      placeholder: '$return.text',
    },
  ],
  html: [
    {
      key: 'artifact',
      label: 'HTML file of the toolset',
      about: 'Relative to the toolset. Its scripts run in a frame that can reach nothing.',
      placeholder: './artifacts/view.html',
    },
  ],
  frame: [
    {
      key: 'url',
      label: 'An address',
      about: 'http or https; the server must allow its host.',
      placeholder: 'http://localhost:$return.port/',
    },
    { key: 'port', label: 'A port of this machine', about: 'From 1 to 65535.', placeholder: '$return.port' },
  ],
  // Its server says which one.
  app: [],
  // What is left out is the result's own.
  card: [],
};

/** The other fields. */
const more: Record<RendererKind, readonly ConfigField[]> = {
  code: [
    {
      key: 'language',
      label: 'Language',
      about: '“auto” goes by the file’s name.',
      placeholder: 'auto',
    },
  ],
  document: [],
  html: [
    {
      key: 'data',
      label: 'Data',
      about: 'What the file finds as window.__TOOL_DATA__: an expression, or JSON with expressions in it.',
      placeholder: '$return',
    },
  ],
  frame: [],
  app: [],
  card: [
    {
      key: 'title',
      label: 'Title',
      about: 'Arguments stand in it as {{name}}; a title in the result goes before it.',
      placeholder: 'Weather in {{city}}',
    },
    {
      key: 'html',
      label: 'HTML',
      about: 'An expression; else the result’s own html, or its text. It is cleaned, and nothing in it runs.',
      placeholder: '$return.html',
    },
    {
      key: 'accent_color',
      label: 'Accent colour',
      about: 'Of the stripe beside it.',
      placeholder: '#4a90d4',
    },
    {
      key: 'background_color',
      label: 'Background colour',
      about: 'Laid over white, in both themes.',
      placeholder: 'rgba(74, 144, 212, 0.1)',
    },
  ],
};

export function sourcesOf(kind: RendererKind): readonly ConfigField[] {
  return sources[kind];
}

export function fieldsOf(kind: RendererKind): readonly ConfigField[] {
  return more[kind];
}

/** Whether results may be edited in place, which only files can. */
export function canBeEditable(kind: RendererKind, config: Config): boolean {
  return (kind === 'code' || kind === 'document') && chosenSource(kind, config) === 'file';
}

/** The source that a configuration names; the first one where it names none. */
export function chosenSource(kind: RendererKind, config: Config): string {
  const named = sources[kind].find(({ key }) => key in config);
  return (named ?? sources[kind][0])?.key ?? '';
}

/** A key's value as it stands in an input. */
export function readConfig(config: Config, key: string): string {
  const value = config[key];
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The configuration after one of its inputs was changed. Keys that have no input stay. */
export function changedConfig(kind: RendererKind, config: Config, key: string, text: string): Config {
  const isSource = sources[kind].some((source) => source.key === key);
  const kept = Object.entries(config).filter(
    ([name]) => name !== key && !(isSource && sources[kind].some((source) => source.key === name)),
  );
  // An empty source stays, so that the choice of it does.
  if (text === '' && !isSource) return Object.fromEntries(kept);
  return { [key]: written(key, text), ...Object.fromEntries(kept) };
}

function written(key: string, text: string): unknown {
  if (key === 'port' && /^\d{1,5}$/.test(text)) return Number(text);
  if (key !== 'data' || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
