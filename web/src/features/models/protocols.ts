import type { Schemas } from '@/api/client';

export type Protocol = Schemas['ModelProtocol'];

interface Spoken {
  id: Protocol;
  label: string;
  /** Who speaks it. */
  about: string;
  /** Where it is reached unless another address is given. */
  address: string;
  /** How much of a conversation fits in, unless told otherwise. */
  window: number;
  /** A model as its servers call one. */
  example: string;
}

/** The protocols that models are spoken to in. Addresses and windows are the server's own (docs/MODELS.md). */
export const protocols: readonly Spoken[] = [
  {
    id: 'openai',
    label: 'OpenAI-compatible',
    about: 'OpenAI and most others: vLLM, llama.cpp, LM Studio, OpenRouter, Mistral, Groq, DeepSeek.',
    address: 'https://api.openai.com/v1',
    window: 128_000,
    example: 'gpt-5-mini',
  },
  {
    id: 'anthropic',
    label: 'Anthropic',
    about: 'Claude, from Anthropic.',
    address: 'https://api.anthropic.com/v1',
    window: 200_000,
    example: 'claude-sonnet-4-5',
  },
  {
    id: 'gemini',
    label: 'Gemini',
    about: 'Gemini, from Google.',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    window: 1_000_000,
    example: 'gemini-2.5-flash',
  },
  {
    id: 'ollama',
    label: 'Ollama',
    about: 'Models on your own machine.',
    address: 'http://127.0.0.1:11434',
    window: 8192,
    example: 'qwen3',
  },
];

export function spokenAs(id: Protocol): Spoken {
  const found = protocols.find((one) => one.id === id);
  if (!found) throw new Error(`no protocol ${id}`);
  return found;
}
