import type { Schemas } from '@/api/client';
import { QuestionField } from '@/features/mcp-servers';
import type { Answers } from './source';

interface Props {
  questions: readonly Schemas['Question'][];
  answers: Answers;
  onChange: (answers: Answers) => void;
}

/** What an MCP bundle asks for and nobody has told yet. */
export function QuestionFields({ questions, answers, onChange }: Props) {
  if (questions.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-semibold">What it asks for</legend>
      <p className="text-sm text-muted">
        Kept encrypted. What is left open can be told later, on the page of its server.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {questions.map((question) => (
          <QuestionField
            key={question.name}
            question={question}
            value={answers[question.name] ?? ''}
            onChange={(value) => onChange({ ...answers, [question.name]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
