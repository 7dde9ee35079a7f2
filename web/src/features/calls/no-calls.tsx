import { Link } from '@tanstack/react-router';
import { FilterX, History } from 'lucide-react';
import { Empty } from '@/components/empty';

/** What stands in place of the calls: how the first one comes about, or why none is shown. */
export function NoCalls({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty icon={FilterX} title="No call is like that">
        Calls that fit the filters appear here as they happen.{' '}
        <Link to="/calls" search={{}} className="text-accent underline">
          Show all calls
        </Link>
      </Empty>
    );
  }
  return (
    <Empty icon={History} title="No tool was called yet">
      Run one by its form under{' '}
      <Link to="/tools" className="text-accent underline">
        Tools
      </Link>
      , from a terminal with <code>pegboard call TOOL key=value</code>, or let an agent call it. Each call
      appears here while it runs, with its arguments, its result and what it changed.
    </Empty>
  );
}
