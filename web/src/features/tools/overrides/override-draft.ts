import type { Schemas } from '@/api/client';
import { isObject } from '../form/json-schema';
import { same } from '../form/same';
import { type ObjectDraft, draftOf as objectDraft } from '../object-draft';

type OverrideRequest = Schemas['OverrideRequest'];

export const rendererKinds = ['code', 'document', 'html', 'frame', 'app', 'card'] as const;
export type RendererKind = (typeof rendererKinds)[number];

/** A renderer with its configuration: they count as one thing. */
export interface RendererDraft {
  readonly kind: RendererKind;
  readonly config: ObjectDraft;
}

/** What a person changes about a tool. `null` leaves a thing as the tool and its bundle have it. */
export interface OverrideDraft {
  readonly name: string | null;
  readonly description: string | null;
  readonly renderer: RendererDraft | null;
  readonly confirmation: boolean | null;
  readonly enabled: boolean | null;
}

/** What is saved, ready to be changed. */
export function draftOf(saved: OverrideRequest | null | undefined): OverrideDraft {
  return {
    name: saved?.name_override ?? null,
    description: saved?.description_override ?? null,
    renderer: rendererOf(saved),
    confirmation: saved?.requires_confirmation ?? null,
    enabled: saved?.enabled ?? null,
  };
}

/** The renderer that an override sets. */
export function rendererOf(of: OverrideRequest | null | undefined): RendererDraft | null {
  const kind = rendererKinds.find((one) => one === of?.renderer);
  if (!kind) return null;
  return { kind, config: objectDraft(isObject(of?.renderer_config) ? of.renderer_config : {}) };
}

/** What is to be saved; `null` while the renderer's configuration cannot be read. */
export function requestOf(draft: OverrideDraft): OverrideRequest | null {
  const { name, description, renderer, confirmation, enabled } = draft;
  if (renderer && renderer.config.value === null) return null;
  return {
    ...(name === null ? {} : { name_override: name }),
    ...(description === null ? {} : { description_override: description }),
    ...(renderer ? { renderer: renderer.kind, renderer_config: renderer.config.value as never } : {}),
    ...(confirmation === null ? {} : { requires_confirmation: confirmation }),
    ...(enabled === null ? {} : { enabled }),
  };
}

/** Whether saving would change anything. */
export function isChanged(draft: OverrideDraft, saved: OverrideRequest | null | undefined): boolean {
  const request = requestOf(draft);
  return request === null || !same(request, requestOf(draftOf(saved)));
}
