import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { callsSearch } from '@/app/search';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filter-bar';
import { NoCalls } from './no-calls';
import { rowsOf } from './rows';
import { TimelineList } from './timeline-list';
import { useTimeline } from './use-timeline';

/** Within this many pixels of its top a page is not being read. */
const TOP = 60;

/** Whoever scrolled or went into the list is not to lose the line under their eye. */
function isRead(): boolean {
  return window.scrollY > TOP || document.activeElement?.id.startsWith('call-') === true;
}

export function CallsPage() {
  const search = useSearch({ from: '/calls', select: callsSearch, structuralSharing: true });
  const navigate = useNavigate();
  const { pages, calls, waiting, show } = useTimeline(search, isRead);
  const rows = useMemo(() => rowsOf(calls, new Date()), [calls]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const loadMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [isFetchingNextPage, fetchNextPage]);
  const showWaiting = useCallback(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo({ top: 0 });
    show();
  }, [show]);
  // Back at the top there is nothing to hold still.
  useEffect(() => {
    const scrolled = () => {
      if (waiting > 0 && !isRead()) show();
    };
    window.addEventListener('scrollend', scrolled);
    return () => window.removeEventListener('scrollend', scrolled);
  }, [waiting, show]);

  return (
    <Page
      title="Calls"
      about="Every call of every tool, newest first. Each is a commit on its chat’s workspace."
      actions={<ExportMenu search={search} />}
    >
      <FilterBar
        search={search}
        onChange={(to) => void navigate({ to: '/calls', search: to, replace: true, resetScroll: false })}
      />
      {pages.isPending ? <SkeletonRows count={12} /> : null}
      {pages.isError ? <ProblemNote error={pages.error} retry={() => void pages.refetch()} /> : null}
      {pages.data && rows.length === 0 ? <NoCalls filtered={Object.keys(search).length > 0} /> : null}
      {rows.length > 0 ? (
        <TimelineList
          rows={rows}
          hasMore={hasNextPage}
          loadMore={loadMore}
          waiting={waiting}
          showWaiting={showWaiting}
        />
      ) : null}
    </Page>
  );
}
