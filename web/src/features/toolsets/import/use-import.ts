import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { keys } from '@/api/keys';
import { newProgressId } from '@/api/progress-id';
import { useEvents } from '@/app/live';
import { tell, tellProblem } from '@/components/notices';
import { first, next, type Step } from './flow';
import {
  type Answers,
  archiveAmong,
  given,
  type Imported,
  importToolset,
  type Preview,
  previewToolset,
  type Source,
} from './source';

/** What was typed so far, kept while somebody looks around. */
export interface Drafts {
  from: Source['kind'];
  address: string;
  /** The hash that the file at the address must have, where somebody promised one. */
  sha256?: string | undefined;
  path: string;
}

const nothing: Drafts = { from: 'file', address: '', path: '' };

export interface Import {
  step: Step;
  drafts: Drafts;
  setDrafts: (drafts: Drafts) => void;
  open: boolean;
  setOpen: (open: boolean) => void;
  choose: (source: Source) => void;
  /** Files from a drop or a file choice, usable or not. */
  chooseFiles: (files: readonly File[]) => void;
  startOver: () => void;
  /** What was answered so far to what the bundle asks. */
  answers: Answers;
  setAnswers: (answers: Answers) => void;
  /** Installs what was reviewed. */
  agree: () => void;
}

/**
 * One import, from the choice of a source to its result. It goes on when its window is closed. `initial` stands in the
 * fields until somebody types.
 */
export function useImport(initial: Partial<Drafts> = {}): Import {
  const client = useQueryClient();
  const [step, move] = useReducer(next, first);
  const [open, showWindow] = useState(false);
  const [typed, setDrafts] = useState<Drafts | null>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const seen = useRef(false);
  useEffect(() => {
    seen.current = open;
    return () => {
      seen.current = false;
    };
  }, [open]);

  const setOpen = useCallback((to: boolean) => {
    // A window that is opened again begins anew, unless something is still on its way.
    if (to) move({ type: 'start-over' });
    // A secret is not kept for whoever comes next.
    setAnswers({});
    showWindow(to);
  }, []);

  useEvents((event) => {
    if (event.type === 'toolset_progress') {
      move({ type: 'told', progressId: event.progress_id, text: event.text });
    }
  });

  useEffect(() => {
    if (step.at !== 'reading') return;
    const { source } = step;
    const abort = new AbortController();
    previewToolset(source, abort.signal).then(
      (preview) => move({ type: 'read', source, preview }),
      (problem: unknown) => {
        if (!abort.signal.aborted) move({ type: 'unusable', problem, source });
      },
    );
    return () => abort.abort();
  }, [step]);

  const run = async (source: Source, preview: Preview, progressId: string) => {
    try {
      const imported = await importToolset(source, preview, given(answers), progressId);
      setAnswers({});
      void client.invalidateQueries({ queryKey: keys.toolsets });
      void client.invalidateQueries({ queryKey: keys.tools });
      move({ type: 'imported', imported });
      if (!seen.current) tell(outcomeText(imported));
    } catch (problem) {
      move({ type: 'failed', problem });
      if (!seen.current) tellProblem(problem);
    }
  };

  const show = (source: Source | string) => {
    if (step.at !== 'importing') {
      setAnswers({});
      move(
        typeof source === 'string'
          ? { type: 'unusable', problem: new Error(source) }
          : { type: 'chosen', source },
      );
    }
    showWindow(true);
  };

  return {
    step,
    drafts: typed ?? { ...nothing, ...initial },
    setDrafts,
    open,
    setOpen,
    choose: show,
    chooseFiles: (files) => show(archiveAmong(files)),
    answers,
    setAnswers,
    startOver: () => move({ type: 'start-over' }),
    agree: () => {
      if (step.at !== 'review') return;
      const progressId = newProgressId();
      move({ type: 'agreed', progressId });
      void run(step.source, step.preview, progressId);
    },
  };
}

/** What an import came to, in one sentence. */
export function outcomeText({ name, version, outcome, upgraded_from }: Imported): string {
  if (outcome === 'installed') return `${name} ${version} is installed.`;
  if (outcome === 'unchanged') return `${name} ${version} was here already; nothing changed.`;
  return upgraded_from === version
    ? `${name} ${version} is replaced by another state of itself.`
    : `${name} is upgraded from ${upgraded_from} to ${version}.`;
}
