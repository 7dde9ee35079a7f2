import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Empty } from '@/components/empty';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';

/** What stands in place of a page that broke. The rest of the house goes on. */
export function Failure({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Page title="This page broke">
      <ProblemNote error={error} retry={reset} />
    </Page>
  );
}

export function NotFound() {
  return (
    <Page title="Nothing hangs here">
      <Empty icon={Compass} title="There is no page at this address">
        It may have been removed, or the link may be cut short.{' '}
        <Link to="/toolsets" className="text-accent underline">
          Go to the toolsets
        </Link>
      </Empty>
    </Page>
  );
}
