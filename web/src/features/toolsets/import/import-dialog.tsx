import { Dialog } from '@/components/dialog';
import { ProblemNote } from '@/components/problem-note';
import { Progress } from '@/components/progress';
import { ChooseStep } from './choose-step';
import { DoneStep } from './done-step';
import type { Step } from './flow';
import { ImportFooter } from './import-footer';
import { ImportingStep } from './importing-step';
import { PreviewParts } from './preview-parts';
import { QuestionFields } from './question-fields';
import { sourceLabel } from './source';
import type { Import } from './use-import';

/** The window of an import. Closing it while something is installed leaves that to go on. */
export default function ImportDialog({ imported }: { imported: Import }) {
  const { step, open, setOpen } = imported;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      wide
      title={titleOf(step)}
      about={aboutOf(step)}
      footer={<ImportFooter imported={imported} />}
    >
      <Body imported={imported} />
    </Dialog>
  );
}

function Body({ imported }: { imported: Import }) {
  const { step } = imported;
  switch (step.at) {
    case 'choose':
      return <ChooseStep imported={imported} problem={step.problem} />;
    case 'reading':
      return <Progress label="Reading the toolset" />;
    case 'review':
      return (
        <div className="flex flex-col gap-5">
          {step.problem ? <ProblemNote error={step.problem} /> : null}
          <PreviewParts preview={step.preview} />
          <QuestionFields
            questions={step.preview.questions}
            answers={imported.answers}
            onChange={imported.setAnswers}
          />
        </div>
      );
    case 'importing':
      return <ImportingStep told={step.told} />;
    case 'done':
      return <DoneStep imported={step.imported} />;
  }
}

function titleOf(step: Step): string {
  switch (step.at) {
    case 'choose':
      return 'Import a toolset';
    case 'reading':
      return 'Looking inside';
    case 'review':
      return reviewTitle(step.preview);
    case 'importing':
      return `Installing ${step.preview.name}`;
    case 'done':
      return step.imported.outcome === 'upgraded'
        ? `${step.imported.name} is upgraded`
        : `${step.imported.name} ${step.imported.version} is installed`;
  }
}

function reviewTitle({ outcome, name, version, upgraded_from }: Extract<Step, { at: 'review' }>['preview']) {
  if (outcome === 'installed') return `Install ${name} ${version}?`;
  if (outcome === 'unchanged') return `${name} ${version} is here already`;
  return upgraded_from === version
    ? `Replace ${name} ${version}?`
    : `Upgrade ${name} from ${upgraded_from} to ${version}?`;
}

function aboutOf(step: Step) {
  switch (step.at) {
    case 'choose':
      return 'You see what it brings and what it may do before anything is installed.';
    case 'reading':
      return sourceLabel(step.source);
    case 'review':
      return step.preview.outcome === 'unchanged'
        ? 'The same files are installed. There is nothing to do.'
        : `From ${sourceLabel(step.source)}. Nothing is installed yet, and none of its code has run.`;
    case 'importing':
      return 'You can close this window: the installation goes on.';
    case 'done':
      return undefined;
  }
}
