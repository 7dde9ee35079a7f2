import { useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Confirm } from '@/components/confirm';
import { Moment } from '@/components/moment';
import { type Budget, useResetBudget } from './queries';

/** Of what a tool may spend, what is left by its own word. */
export function BudgetCard({ toolId, budget }: { toolId: string; budget: Budget }) {
  const { total, remaining, updated_at } = budget;
  const [asking, setAsking] = useState(false);
  const reset = useResetBudget(toolId);
  const refused = useAllowed('admin') === 'refused';
  const spent = remaining != null && remaining <= 0;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Budget {spent ? <Badge tone="bad">used up</Badge> : null}
        </span>
      }
      actions={
        <Button
          disabled={refused}
          title={refused ? refusal('admin') : undefined}
          onClick={() => setAsking(true)}
        >
          Reset…
        </Button>
      }
    >
      <p className="text-sm">
        {remaining == null ? (
          'It has not said yet what it has left'
        ) : (
          <>
            <span className="font-semibold tabular-nums">{remaining.toLocaleString('en')}</span> left
          </>
        )}
        {total == null ? null : (
          <>
            {' '}
            of <span className="tabular-nums">{total.toLocaleString('en')}</span>
          </>
        )}
        {updated_at ? (
          <span className="text-muted">
            {', '}as its last result said, <Moment at={updated_at} />
          </span>
        ) : null}
      </p>
      {total != null && remaining != null && total > 0 ? <Left share={remaining / total} /> : null}
      {spent ? <p className="mt-2 text-sm">Its calls are refused until the budget is reset.</p> : null}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title="Make the budget whole again?"
        action="Reset"
        busy={reset.isPending}
        onConfirm={() => reset.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        What it said it had left is forgotten, and its calls run until it says so again.
      </Confirm>
    </Card>
  );
}

function Left({ share }: { share: number }) {
  const shown = Math.min(1, Math.max(0, share));
  return (
    <div aria-hidden className="mt-2 h-2 overflow-hidden rounded-full bg-sunken">
      <div
        className={`h-full ${shown < 0.1 ? 'bg-bad' : 'bg-accent'}`}
        style={{ width: `${shown * 100}%` }}
      />
    </div>
  );
}
