import type { CardPlan } from './card/card-view';

/** A call's render plan, checked: what a surface shows of its result. */
export type Plan =
  | { renderer: 'none' }
  | { renderer: 'error'; message: string; traceback: string | null }
  | { renderer: 'code'; source: Source; language: string; editable: boolean }
  | { renderer: 'document'; source: Source; editable: boolean }
  | { renderer: 'html'; artifact: string; data: unknown }
  | { renderer: 'frame'; url: string }
  | { renderer: 'app'; uri: string }
  | ({ renderer: 'card' } & CardPlan)
  | { renderer: 'unknown'; why: string };

/** What an editor shows: a file of the workspace, or a text that is nowhere else. */
export type Source = { file: string } | { content: string };

/** A plan with what was missing while it was made. */
export interface ReadPlan {
  plan: Plan;
  warnings: string[];
}

/** Reads a recorded plan. Nothing in it is trusted: what cannot be read is said instead of shown. */
export function readPlan(recorded: unknown): ReadPlan {
  if (recorded === null || recorded === undefined) return { plan: { renderer: 'none' }, warnings: [] };
  if (!isRecord(recorded)) return { plan: unknown('it is no object'), warnings: [] };
  const warnings = Array.isArray(recorded.warnings)
    ? recorded.warnings.filter((warning) => typeof warning === 'string')
    : [];
  return { plan: viewOf(recorded.renderer, isRecord(recorded.config) ? recorded.config : {}), warnings };
}

function viewOf(renderer: unknown, config: Record<string, unknown>): Plan {
  switch (renderer) {
    case 'none':
      return { renderer };
    case 'error':
      return {
        renderer,
        message: text(config.message) ?? 'The call failed.',
        traceback: text(config.traceback),
      };
    case 'code': {
      const source = sourceOf(config);
      if (!source) return unknown('it names neither a file nor a content');
      return {
        renderer,
        source,
        language: text(config.language) ?? 'text',
        editable: config.editable === true,
      };
    }
    case 'document': {
      const source = sourceOf(config);
      if (!source) return unknown('it names neither a file nor a content');
      return { renderer, source, editable: config.editable === true };
    }
    case 'html': {
      const artifact = text(config.artifact);
      return artifact === null
        ? unknown('it names no artifact')
        : { renderer, artifact, data: config.data ?? null };
    }
    case 'frame': {
      const url = text(config.url);
      return url === null ? unknown('it names no address') : { renderer, url };
    }
    case 'app': {
      const uri = text(config.uri);
      return uri === null ? unknown('it names no app') : { renderer, uri };
    }
    case 'card': {
      const html = text(config.html);
      if (html === null) return unknown('it has no HTML');
      const { title, accent_color: accent, background_color: background } = config;
      return {
        renderer,
        html,
        title: text(title) || null,
        accent: text(accent),
        background: text(background),
      };
    }
    default:
      return unknown(
        typeof renderer === 'string'
          ? `this page does not know the renderer \`${renderer.slice(0, 60)}\``
          : 'it names no renderer',
      );
  }
}

function sourceOf(config: Record<string, unknown>): Source | null {
  const file = text(config.file);
  if (file !== null) return { file };
  const content = text(config.content);
  return content === null ? null : { content };
}

function unknown(why: string): Plan {
  return { renderer: 'unknown', why };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A result that became a file of the workspace because it was too large. */
export interface ResultHandle {
  file: string;
  bytes: number;
}

/** The handle in a result, if it is one and nothing else. */
export function handleIn(result: unknown): ResultHandle | null {
  if (!isRecord(result) || Object.keys(result).length !== 2) return null;
  const { $file: file, bytes } = result;
  return typeof file === 'string' && typeof bytes === 'number' ? { file, bytes } : null;
}
