import { Braces, Container, Hexagon, type LucideIcon, Package, Plug, Puzzle } from 'lucide-react';

const providers: Record<string, { icon: LucideIcon; label: string }> = {
  builtin: { icon: Package, label: 'Built in' },
  python: { icon: Braces, label: 'Python' },
  mcp: { icon: Plug, label: 'MCP server' },
  container: { icon: Container, label: 'Container' },
  node: { icon: Hexagon, label: 'Node' },
};

/** What people call a provider. */
export function providerLabel(provider: string): string {
  return providers[provider]?.label ?? provider;
}

/** The sign of a source of tools. */
export function ProviderIcon({ provider, size = 15 }: { provider: string; size?: number }) {
  const Icon = providers[provider]?.icon ?? Puzzle;
  const label = providerLabel(provider);
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex shrink-0 text-muted">
      <Icon aria-hidden size={size} />
    </span>
  );
}
