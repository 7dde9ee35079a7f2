import { useState } from 'react';
import { tell } from '@/components/notices';
import type { DocumentProblem } from '@/components/problem-places';
import { useRested } from '@/components/rested';
import { useCheckedWorker, useSaveWorker, type Worker } from './queries';
import { useProgress } from './use-progress';

interface Of {
  name: string;
  /** `null` for one that is not there yet. */
  kept: Worker | null;
  initial: string;
  onKept: () => void;
}

const NONE: readonly DocumentProblem[] = [];

/** A worker's file while it is written: checked as soon as typing rests, kept when somebody says so. */
export function useWorkerDraft({ name, kept, initial, onKept }: Of) {
  const [draft, setDraft] = useState<string | null>(kept ? null : initial);
  const text = draft ?? initial;
  const changed = kept === null || (draft !== null && draft !== kept.text);
  const checked = useCheckedWorker(useRested(text), name);
  const problems = checked.data?.problems ?? NONE;
  const progress = useProgress();
  const save = useSaveWorker(name);
  const done = () => {
    setDraft(null);
    tell(`${name} is kept.`);
    onKept();
  };
  const keep = () => {
    if (changed && !save.isPending) save.mutate({ text, progress: progress.id }, { onSuccess: done });
  };
  return {
    text,
    write: setDraft,
    changed,
    /** What cannot be said at a line. */
    failure: checked.error ?? (problems.length === 0 ? save.error : null),
    problems,
    /** What the file says, as far as it holds; else what the kept one says. */
    definition: checked.data?.worker ?? kept,
    checking: checked.isPending,
    keeping: save.isPending,
    step: progress.step,
    keep,
  };
}

export type WorkerDraft = ReturnType<typeof useWorkerDraft>;
