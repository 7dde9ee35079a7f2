import { CircleX } from 'lucide-react';
import { Scroll } from '@/components/scroll';

/** Why a call failed, with the tool's traceback. */
export function ErrorView({ message, traceback }: { message: string; traceback: string | null }) {
  return (
    <div role="alert" className="flex min-w-0 gap-3 rounded-lg border border-line bg-bad-soft p-4 text-sm">
      <CircleX aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words whitespace-pre-wrap">{message}</p>
        {traceback ? (
          <details className="mt-2" open={traceback.length < 2000}>
            <summary className="cursor-pointer text-muted">Traceback</summary>
            <Scroll label="Traceback" className="mt-2 max-h-96 rounded border border-line bg-surface p-3">
              <pre className="font-mono text-xs">{traceback}</pre>
            </Scroll>
          </details>
        ) : null}
      </div>
    </div>
  );
}
