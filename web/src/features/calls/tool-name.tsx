/** A tool's id in its two parts: whose it is, and what it is called there. */
export function partsOf(toolId: string): { source: string; name: string } {
  const at = toolId.lastIndexOf(':');
  return at < 0
    ? { source: '', name: toolId }
    : { source: toolId.slice(0, at + 1), name: toolId.slice(at + 1) };
}

/** A tool's id, its own name in front of the eye. */
export function ToolName({ id, className = '' }: { id: string; className?: string }) {
  const { source, name } = partsOf(id);
  return (
    <span className={`font-mono text-[0.8125rem] font-medium ${className}`}>
      {source ? <span className="font-normal text-muted">{source}</span> : null}
      {name}
    </span>
  );
}
