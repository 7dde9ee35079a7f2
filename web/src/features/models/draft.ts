import type { Protocol } from './protocols';
import type { Model, ModelRequest } from './queries';

/** A model as it is written in a form: everything a text. */
export interface Draft {
  name: string;
  protocol: Protocol;
  model: string;
  baseUrl: string;
  /** Empty leaves the kept one as it is. */
  key: string;
  contextWindow: string;
  maxOutput: string;
  temperature: string;
  /** `yes`, `no`, or empty for what is usual. */
  pictures: string;
}

export const emptyDraft: Draft = {
  name: '',
  protocol: 'openai',
  model: '',
  baseUrl: '',
  key: '',
  contextWindow: '',
  maxOutput: '',
  temperature: '',
  pictures: '',
};

export function draftFrom(model: Model): Draft {
  const text = (value: number | null | undefined) => (value == null ? '' : String(value));
  return {
    name: model.name,
    protocol: model.protocol,
    model: model.model,
    baseUrl: model.base_url ?? '',
    key: '',
    contextWindow: text(model.context_window),
    maxOutput: text(model.max_output_tokens),
    temperature: text(model.temperature),
    pictures: model.pictures ? 'yes' : 'no',
  };
}

/** What is wrong with a draft, by field. The server checks it again, and the rest. */
export type Faults = Partial<Record<keyof Draft, string>>;

export function faultsOf(draft: Draft): Faults {
  const faults: Faults = {};
  if (!/^[a-z0-9._-]{1,64}$/.test(draft.name)) {
    faults.name = 'Lower-case letters, digits, “.”, “_” and “-”, at most 64.';
  }
  if (draft.model.trim() === '') faults.model = 'Say what its server calls it.';
  if (draft.baseUrl !== '' && !/^https?:\/\/\S+$/.test(draft.baseUrl)) {
    faults.baseUrl = 'An address begins with http:// or https://.';
  }
  if (!isCount(draft.contextWindow)) faults.contextWindow = 'A number of tokens.';
  if (!isCount(draft.maxOutput)) faults.maxOutput = 'A number of tokens.';
  const freely = Number(draft.temperature);
  if (draft.temperature !== '' && !(freely >= 0 && freely <= 2)) faults.temperature = 'A number from 0 to 2.';
  return faults;
}

function isCount(text: string): boolean {
  return text === '' || /^[1-9][0-9]{0,8}$/.test(text);
}

/** As the server takes it: what is empty is left out. */
export function requestOf(draft: Draft): ModelRequest {
  const { protocol, model, baseUrl, key, contextWindow, maxOutput, temperature, pictures } = draft;
  return {
    protocol,
    model: model.trim(),
    ...(baseUrl === '' ? {} : { base_url: baseUrl }),
    ...(key === '' ? {} : { api_key: key }),
    ...(contextWindow === '' ? {} : { context_window: Number(contextWindow) }),
    ...(maxOutput === '' ? {} : { max_output_tokens: Number(maxOutput) }),
    ...(temperature === '' ? {} : { temperature: Number(temperature) }),
    ...(pictures === '' ? {} : { pictures: pictures === 'yes' }),
  };
}
