import { TriangleAlert } from 'lucide-react';
import { Sentence } from '@/components/sentence';

/** What people should know before they go on. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className="flex gap-3 rounded-md bg-warn-soft p-3 text-sm">
      <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
      <ul aria-label="Warnings" className="flex min-w-0 flex-col gap-1">
        {warnings.map((warning) => (
          <li key={warning} className="break-words">
            <Sentence text={warning} />
          </li>
        ))}
      </ul>
    </div>
  );
}
