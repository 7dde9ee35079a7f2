import { lazy, Suspense } from 'react';
import { Skeleton } from '@/components/skeleton';
import type { ConfigCardProps } from './config-card';
import type { ConfigStatus } from './queries';

const LazyConfigCard = lazy(() => import('./config-card'));
const LazyMissingConfig = lazy(() => import('./missing-config'));

/** The settings of a tool or a toolset: seen, changed, tried. */
export function ConfigCard(props: ConfigCardProps) {
  return (
    <Suspense fallback={<Skeleton className="h-48 w-full" />}>
      <LazyConfigCard {...props} />
    </Suspense>
  );
}

/** Says beside a tool's arguments which settings it lacks, and where they are written. */
export function MissingConfig({ toolId, status }: { toolId: string; status: ConfigStatus }) {
  if (status !== 'available') return null;
  return (
    <Suspense fallback={<Skeleton className="mb-4 h-12 w-full" />}>
      <LazyMissingConfig toolId={toolId} />
    </Suspense>
  );
}
