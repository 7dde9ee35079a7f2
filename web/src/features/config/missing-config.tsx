import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { missingKeys } from './draft';
import { useConfig } from './queries';

/** Which settings a tool lacks, and the way to them. */
export default function MissingConfig({ toolId }: { toolId: string }) {
  const { data } = useConfig({ kind: 'tools', id: toolId });
  const missing = data ? missingKeys(data.keys) : [];
  return (
    <div role="status" className="mb-4 flex gap-3 rounded-lg bg-warn-soft p-3 text-sm">
      <KeyRound aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
      <p className="min-w-0 break-words">
        {missing.length > 0 ? (
          <>
            It cannot run without{' '}
            {missing.map((key, index) => (
              <span key={key}>
                {index > 0 ? ', ' : ''}
                <code className="text-[13px]">{key}</code>
              </span>
            ))}
            .
          </>
        ) : (
          'Settings that it needs are missing.'
        )}{' '}
        <Link
          to="/tools/$toolId"
          params={{ toolId }}
          search={{ tab: 'settings' }}
          className="font-medium text-accent underline"
        >
          Write its settings
        </Link>
      </p>
    </div>
  );
}
