import { classNames } from './class-names';

/** Stands where something will be, in its size, until it is there. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-pulse rounded bg-sunken', className)} />;
}

/** Rows of a list that is on its way. */
export function SkeletonRows({ count = 6 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  );
}
