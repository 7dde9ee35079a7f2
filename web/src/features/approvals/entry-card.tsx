import { Link } from '@tanstack/react-router';
import type { Schemas } from '@/api/client';
import { ApprovalForm, ArgumentsView, Asker, DecisionLine, type Remember, ToolName } from '@/features/calls';
import { DecidedPart } from './decided-part';
import { type Entry, isOpen, refusalOf } from './inbox';

/** Ids of the cards, so that keys can move the focus. */
export function cardId(callId: string): string {
  return `waiting-${callId}`;
}

interface Props {
  entry: Entry;
  /** Where it stands in the inbox, from 1. */
  position: number;
  chosen: boolean;
  /** There are several, so that choosing some makes sense. */
  choosable: boolean;
  onChoose: () => void;
  remember: Remember;
  onRemember: (remember: Remember) => void;
  /** With the effect that was seen, or `null` to run the call. */
  onApprove: (effect: string | null) => void;
  onDeny: () => void;
}

/** One call: what is asked, why it asks, with what; then what came of the decision. */
export function EntryCard(props: Props) {
  const { entry, position, chosen, choosable, onChoose, remember, onRemember, onApprove, onDeny } = props;
  const { call, decision } = entry;
  const open = isOpen(entry);
  return (
    <li
      id={cardId(call.id)}
      tabIndex={-1}
      className="rounded-lg border border-line bg-surface focus-within:border-accent focus:outline-2 focus:outline-offset-2 focus:outline-focus"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5">
        {open && choosable ? (
          <input
            type="checkbox"
            className="size-4"
            checked={chosen}
            onChange={onChoose}
            aria-label={`Choose call ${position}`}
          />
        ) : null}
        <h2 className="min-w-0 break-all">
          <Link to="/calls/$callId" params={{ callId: call.id }} className="hover:underline">
            <ToolName id={call.tool_id} />
          </Link>
        </h2>
        <span className="text-xs text-muted">
          <Asker call={call} />
        </span>
      </header>
      <div className="flex flex-col gap-3 p-4">
        {decision && !open ? <DecidedPart decision={decision} /> : <Asked call={call} position={position} />}
        {open ? (
          <ApprovalForm
            call={call}
            remember={remember}
            onRemember={onRemember}
            refused={refusalOf(decision)}
            onApprove={onApprove}
            onDeny={onDeny}
          />
        ) : null}
      </div>
    </li>
  );
}

function Asked({ call, position }: { call: Schemas['Call']; position: number }) {
  return (
    <>
      <p className="text-sm">
        <DecisionLine call={call} />
      </p>
      <ArgumentsView args={call.args} label={`Arguments of call ${position}`} />
    </>
  );
}
