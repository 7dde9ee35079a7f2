import { CircleAlert, CircleCheck, CircleX, type LucideIcon } from 'lucide-react';
import { CopyButton } from '@/components/copy-button';
import type { Finding } from './summary';

const looks: Record<Finding['state'], { icon: LucideIcon; tone: string; word: string }> = {
  ok: { icon: CircleCheck, tone: 'text-good', word: 'here' },
  warning: { icon: CircleAlert, tone: 'text-warn', word: 'to note' },
  missing: { icon: CircleX, tone: 'text-bad', word: 'missing' },
};

/** What was looked for, and what was found. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul aria-label="Findings" className="divide-y divide-line rounded-lg border border-line bg-surface">
      {findings.map((finding) => (
        <FindingRow key={finding.name} finding={finding} />
      ))}
    </ul>
  );
}

function FindingRow({ finding: { name, state, found, detail, remedy } }: { finding: Finding }) {
  const { icon: Icon, tone, word } = looks[state];
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden size={18} className={`mt-0.5 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{name}</span>
          <span className={`text-xs ${tone}`}>{word}</span>
        </p>
        {found ? <p className="font-mono text-xs break-all text-muted">{found}</p> : null}
        {detail ? <p className="mt-0.5 break-words text-muted">{detail}</p> : null}
        {remedy ? (
          <p className="mt-1.5 flex items-center gap-1 rounded-md bg-sunken py-0.5 pr-1 pl-3">
            <span className="min-w-0 flex-1 font-mono text-xs break-words">{remedy}</span>
            <CopyButton text={remedy} label={`Copy what to do about ${name}`} />
          </p>
        ) : null}
      </div>
    </li>
  );
}
