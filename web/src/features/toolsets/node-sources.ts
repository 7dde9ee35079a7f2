import type { Schemas } from '@/api/client';

/** The packages and modules that Node tools were found in: an entrypoint is `PACKAGE:NAME` or `./MODULE:NAME`. */
export function nodeSources(tools: readonly Pick<Schemas['Tool'], 'provider' | 'entrypoint'>[]): string[] {
  const found = tools.flatMap(({ provider, entrypoint }) => {
    const at = entrypoint?.lastIndexOf(':') ?? -1;
    return provider === 'node' && entrypoint && at > 0 ? [entrypoint.slice(0, at)] : [];
  });
  return [...new Set(found)];
}
