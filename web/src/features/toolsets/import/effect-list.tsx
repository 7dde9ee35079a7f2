import {
  Code,
  Globe,
  Hand,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Package,
  Terminal,
  Zap,
} from 'lucide-react';
import type { Schemas } from '@/api/client';
import { classNames } from '@/components/class-names';
import { Sentence } from '@/components/sentence';

type Effect = Schemas['Effect'];

interface Look {
  icon: LucideIcon;
  label: string;
  tone: string;
}

const weighty = 'bg-warn-soft text-warn';
const plain = 'bg-sunken text-muted';

const looks: Record<Effect['kind'], Look> = {
  runs_code: { icon: Code, label: 'Runs code', tone: weighty },
  installs_packages: { icon: Package, label: 'Installs packages', tone: weighty },
  starts_program: { icon: Terminal, label: 'Starts a program', tone: weighty },
  reaches_network: { icon: Globe, label: 'Reaches the network', tone: weighty },
  reads_variable: { icon: KeyRound, label: 'Reads variables', tone: weighty },
  tells_models: { icon: MessageSquareText, label: 'Tells models', tone: plain },
  asks_first: { icon: Hand, label: 'Asks first', tone: 'bg-good-soft text-good' },
  asks_nothing: { icon: Zap, label: 'Runs without asking', tone: plain },
};

/** What a toolset does and may do, what weighs most first. */
export function EffectList({ effects }: { effects: readonly Effect[] }) {
  if (effects.length === 0) return <p className="text-sm text-muted">Nothing by itself.</p>;
  return (
    <ul aria-label="Effects" className="flex flex-col gap-2.5">
      {effects.map((effect) => (
        <EffectItem key={`${effect.kind} ${effect.text}`} effect={effect} />
      ))}
    </ul>
  );
}

function EffectItem({ effect }: { effect: Effect }) {
  const { icon: Icon, label, tone } = looks[effect.kind];
  return (
    <li className="flex items-start gap-3 text-sm">
      <span className={classNames('inline-flex rounded-md p-1.5', tone)} title={label}>
        <Icon aria-hidden size={15} />
      </span>
      <span className="min-w-0 pt-0.5 break-words">
        <Sentence text={effect.text} />
      </span>
    </li>
  );
}
