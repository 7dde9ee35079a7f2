import type { Schemas } from '@/api/client';

const own: Record<string, string> = {
  always: 'Its own code wants a person to see each call.',
  never: 'Its own code needs no person.',
  depends: 'Its own code is asked about each call whether a person must see it.',
};

/** What is said of a tool's calls: by the tool itself, by its bundle, by its user, and what comes of it. */
export function approvalStatement(
  tool: Pick<Schemas['Tool'], 'needs_approval' | 'requires_confirmation' | 'overrides'>,
): string {
  const said = own[tool.needs_approval ?? ''] ?? 'Its own code says nothing.';
  const bundle = layer('Its toolset', tool.overrides.bundle?.requires_confirmation);
  const user = layer('Your change', tool.overrides.user?.requires_confirmation);
  const depends = tool.needs_approval === 'depends' && user === '' && bundle === '';
  const comes = tool.requires_confirmation
    ? depends
      ? 'So its calls ask where its code says so.'
      : 'So its calls ask.'
    : 'So its calls run.';
  return [said, bundle, user, comes].filter(Boolean).join(' ');
}

function layer(who: string, asks: boolean | null | undefined): string {
  if (asks === null || asks === undefined) return '';
  return asks ? `${who} asks for confirmation.` : `${who} needs no confirmation.`;
}
