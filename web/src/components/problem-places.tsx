import { Sentence } from './sentence';

/** One thing that is wrong with a document, with its place; both count from 1. */
export interface DocumentProblem {
  line: number;
  column: number;
  /** The key it is about; empty for the document as a whole. */
  key: string;
  message: string;
}

interface Props {
  problems: readonly DocumentProblem[];
  /** Leads to the place. */
  onGo: (problem: DocumentProblem) => void;
}

/** What is wrong with a document, each with the way to its line. */
export function ProblemPlaces({ problems, onGo }: Props) {
  return (
    <ul aria-label="Problems" className="flex flex-col gap-1 text-sm">
      {problems.map((problem) => (
        <li key={`${problem.line}:${problem.column} ${problem.key} ${problem.message}`}>
          <button
            type="button"
            onClick={() => onGo(problem)}
            className="grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md bg-bad-soft px-2.5 py-1.5 text-left hover:underline"
          >
            <span className="text-xs leading-5 text-muted tabular-nums">Line {problem.line}</span>
            <span className="break-words">
              {problem.key ? <code className="mr-1.5 text-[13px] text-bad">{problem.key}</code> : null}
              <Sentence text={problem.message} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
