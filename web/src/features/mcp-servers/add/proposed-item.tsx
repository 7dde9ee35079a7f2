import type { Schemas } from '@/api/client';
import { Badge } from '@/components/badge';
import { classNames } from '@/components/class-names';
import { Sentence } from '@/components/sentence';
import { reachOf } from '../transport';
import { QuestionField } from './question-field';

interface Props {
  proposed: Schemas['ProposedServer'];
  picked: boolean;
  answers: Record<string, string>;
  onPick: (wanted: boolean) => void;
  onAnswer: (name: string, value: string) => void;
}

/** One server that would be added: what it is, what is remarkable about it, and what it asks. */
export function ProposedItem({ proposed, picked, answers, onPick, onAnswer }: Props) {
  const { server, exists, label, questions } = proposed;
  return (
    <li className={classNames('rounded-md border p-3', picked ? 'border-accent' : 'border-line')}>
      <label className="flex items-start gap-2.5">
        <input
          type={typeof proposed.choice === 'number' ? 'radio' : 'checkbox'}
          name="way"
          className="mt-1 shrink-0"
          checked={picked}
          disabled={exists}
          onChange={(event) => onPick(event.target.checked)}
        />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
            {label ?? server.id}
            {exists ? <Badge>here already</Badge> : null}
          </span>
          <code className="mt-0.5 block text-xs break-all text-muted">{reachOf(server)}</code>
        </span>
      </label>
      <Remarks proposed={proposed} />
      {picked && questions.length > 0 ? (
        <div className="mt-3 grid gap-3 border-t border-line pt-3 sm:grid-cols-2">
          {questions.map((question) => (
            <QuestionField
              key={question.name}
              question={question}
              value={answers[question.name] ?? ''}
              onChange={(value) => onAnswer(question.name, value)}
            />
          ))}
        </div>
      ) : null}
    </li>
  );
}

function Remarks({
  proposed: { renamed_from, server, secrets, notes },
}: {
  proposed: Schemas['ProposedServer'];
}) {
  const remarks = [
    ...(renamed_from ? [`\`${renamed_from}\` cannot be an id, so it is called \`${server.id}\`.`] : []),
    ...(secrets.length > 0 ? [`Kept encrypted: ${secrets.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...notes,
  ];
  if (remarks.length === 0) return null;
  return (
    <ul className="mt-2 list-disc pl-10 text-xs text-muted">
      {remarks.map((remark) => (
        <li key={remark} className="break-words">
          <Sentence text={remark} />
        </li>
      ))}
    </ul>
  );
}
