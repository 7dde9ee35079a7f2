import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { counted } from '@/components/counted';
import { type ChangeGroup, changeGroups, type Sign } from './changes';

const signs: Record<Sign, { word: string; look: string }> = {
  '+': { word: 'new', look: 'text-good' },
  '~': { word: 'changed', look: 'text-warn' },
  '−': { word: 'gone', look: 'text-bad' },
};

/** Lines of one kind that are shown before somebody asks for all. */
const FIRST = 12;

/** What an upgrade makes different. */
export function ChangeSummary({ changes }: { changes: Schemas['ToolsetChanges'] }) {
  const groups = changeGroups(changes);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3 text-sm">
      {groups.length === 0 ? <p className="text-muted">Nothing but its version.</p> : null}
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
      {changes.kept_overrides > 0 ? (
        <p className="text-muted">Kept: {counted(changes.kept_overrides, 'override')} of your own.</p>
      ) : null}
    </div>
  );
}

function Group({ group }: { group: ChangeGroup }) {
  const [all, setAll] = useState(false);
  const shown = all ? group.lines : group.lines.slice(0, FIRST);
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <h4 className="text-muted">{group.title}</h4>
      <ul aria-label={`${group.title} that change`}>
        {shown.map(({ sign, name }) => (
          <li key={`${sign} ${name}`} className="flex gap-2">
            <span aria-hidden className={`w-3 shrink-0 text-center font-mono font-bold ${signs[sign].look}`}>
              {sign}
            </span>
            <span className="sr-only">{signs[sign].word}:</span>
            <span className="font-mono text-xs leading-5 break-all">{name}</span>
          </li>
        ))}
        {shown.length < group.lines.length ? (
          <li>
            <button type="button" className="text-accent underline" onClick={() => setAll(true)}>
              Show all {group.lines.length}
            </button>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
