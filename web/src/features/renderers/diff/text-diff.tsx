import { ChevronDown, ChevronUp, Columns2, Rows2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/button';
import { Segments } from '@/components/segments';
import { compare } from './compared';
import { type DiffHandle, type Layout, openDiff } from './diff-editors';

export interface TextDiffProps {
  before: string;
  after: string;
  /** A language's name or a file's name. */
  language?: string | undefined;
}

const layouts = [
  { id: 'unified', label: 'Unified', icon: Rows2 },
  { id: 'side-by-side', label: 'Side by side', icon: Columns2 },
] as const;

export default function TextDiff({ before, after, language = 'text' }: TextDiffProps) {
  const compared = compare(before, after);
  switch (compared.kind) {
    case 'same':
      return <Said>Both are the same.</Said>;
    case 'endings':
      return <Said>{compared.said}</Said>;
    case 'large':
      return <Said>These are too long to be compared here. Download both to compare them elsewhere.</Said>;
    case 'differ':
      return <Difference before={before} after={after} language={language} />;
  }
}

function Said({ children }: { children: string }) {
  return <p className="rounded-md border border-line bg-surface p-3 text-sm text-muted">{children}</p>;
}

function Difference({ before, after, language }: Required<TextDiffProps>) {
  const place = useRef<HTMLDivElement>(null);
  const diff = useRef<DiffHandle | null>(null);
  const [layout, setLayout] = useState<Layout>('unified');
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (!place.current) return;
    const opened = openDiff(place.current, before, after, layout);
    opened.speak(language ?? 'text');
    diff.current = opened;
    setChanges(opened.changes);
    return () => {
      diff.current = null;
      opened.close();
    };
  }, [before, after, layout, language]);
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-2 py-1">
        <Segments label="Layout of the comparison" segments={layouts} value={layout} onChange={setLayout} />
        <p className="flex-1 text-xs text-muted">
          {changes} {changes === 1 ? 'change' : 'changes'}
        </p>
        <IconButton icon={ChevronUp} label="Previous change" onClick={() => diff.current?.go('previous')} />
        <IconButton icon={ChevronDown} label="Next change" onClick={() => diff.current?.go('next')} />
      </div>
      <div
        ref={place}
        className="max-h-(--view-max,36rem) overflow-auto [&_.cm-mergeView]:overflow-visible"
      />
    </div>
  );
}
