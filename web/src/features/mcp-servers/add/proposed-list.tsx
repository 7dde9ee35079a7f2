import { Link } from '@tanstack/react-router';
import type { Schemas } from '@/api/client';
import { Sentence } from '@/components/sentence';
import type { Chosen } from './pasted';
import { ProposedItem } from './proposed-item';

interface Props {
  preview: Schemas['ServersPreview'];
  picked: readonly Schemas['ProposedServer'][];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** What would be added, each with what it asks, and what would not be. */
export function ProposedList({ preview, picked, chosen, onChange }: Props) {
  const pick = (one: Schemas['ProposedServer'], wanted: boolean) => {
    if (typeof one.choice === 'number') return onChange({ ...chosen, choice: one.choice });
    const without = new Set(chosen.without);
    if (wanted) without.delete(one.server.id);
    else without.add(one.server.id);
    onChange({ ...chosen, without });
  };
  const answer = (id: string, name: string, value: string) =>
    onChange({ ...chosen, answers: { ...chosen.answers, [id]: { ...chosen.answers[id], [name]: value } } });
  return (
    <div className="flex flex-col gap-3">
      <Notes notes={preview.notes} />
      <ul aria-label="What would be added" className="flex flex-col gap-2">
        {preview.servers.map((one) => (
          <ProposedItem
            key={`${one.choice ?? ''} ${one.server.id}`}
            proposed={one}
            picked={picked.includes(one)}
            answers={chosen.answers[one.server.id] ?? {}}
            onPick={(wanted) => pick(one, wanted)}
            onAnswer={(name, value) => answer(one.server.id, name, value)}
          />
        ))}
      </ul>
      {preview.bundles.map((bundle) => (
        <p key={bundle.choice} className="rounded-md border border-line p-3 text-sm">
          <span className="font-medium break-all">{bundle.label}</span> is a bundle, which becomes a toolset.{' '}
          <Link
            to="/toolsets"
            search={{ dialog: 'import', from: bundle.url, sha256: bundle.sha256 }}
            className="text-accent underline"
          >
            Import it
          </Link>
        </p>
      ))}
    </div>
  );
}

export function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes" className="list-disc rounded-md bg-warn-soft p-3 pl-7 text-sm">
      {notes.map((note) => (
        <li key={note} className="break-words">
          <Sentence text={note} />
        </li>
      ))}
    </ul>
  );
}
