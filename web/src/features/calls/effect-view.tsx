import { Suspense } from 'react';
import { counted } from '@/components/counted';
import { duration, Moment } from '@/components/moment';
import { SkeletonRows } from '@/components/skeleton';
import { JsonTree } from '@/features/renderers';
import { ChangeList } from '@/features/workspace';
import type { CallEffect } from './effect';
import { PrintedText } from './printed-text';

/** What a pending call did in a copy of its workspace. */
export function EffectView({ chatId, effect }: { chatId: string; effect: CallEffect }) {
  const { added, modified, removed } = effect.changes;
  const count = added.length + modified.length + removed.length;
  return (
    <section
      aria-label="Effect"
      className="flex flex-col gap-3 rounded-md border border-line bg-surface p-3 text-sm"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">
          {effect.error
            ? 'It failed in the copy'
            : count === 0
              ? 'It would change no file'
              : `It would change ${counted(count, 'file')}`}
        </span>
        <span className="text-xs text-muted">
          previewed <Moment at={effect.previewed_at} />, in {duration(effect.duration_ms)}
        </span>
      </p>
      {effect.error ? (
        <p className="break-words whitespace-pre-wrap text-bad">{effect.error.message}</p>
      ) : null}
      {count > 0 ? (
        <Suspense fallback={<SkeletonRows count={Math.min(count, 3)} />}>
          <ChangeList
            chatId={chatId}
            from={effect.base_manifest_id ?? null}
            to={effect.manifest_id}
            changes={effect.changes}
          />
        </Suspense>
      ) : null}
      {effect.warnings.length > 0 ? (
        <ul className="list-disc pl-5">
          {effect.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      ) : null}
      {effect.result === null || effect.result === undefined ? null : (
        <details>
          <summary className="cursor-pointer font-medium">What it would give back</summary>
          <div className="mt-2">
            <JsonTree value={effect.result} />
          </div>
        </details>
      )}
      {effect.log ? (
        <details>
          <summary className="cursor-pointer font-medium">What it printed</summary>
          <div className="mt-2">
            <PrintedText text={effect.log} label="What the preview printed" />
          </div>
        </details>
      ) : null}
    </section>
  );
}
