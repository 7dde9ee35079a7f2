export interface JsonTreeProps {
  value: unknown;
  /** What the value is, for screen readers. */
  label?: string | undefined;
}

export default function JsonTree({ value, label = 'Value' }: JsonTreeProps) {
  return (
    <section aria-label={label} className="overflow-auto rounded-md border border-line bg-surface">
      <pre className="p-3 font-mono text-sm">{JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
