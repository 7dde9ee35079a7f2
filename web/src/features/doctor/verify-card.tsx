import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ProblemNote } from '@/components/problem-note';
import { Progress } from '@/components/progress';
import { useVerify } from './queries';

/** Reads every stored file and compares it with its hash. */
export function VerifyCard() {
  const verify = useVerify();
  return (
    <Card
      title="Stored content"
      actions={
        <Button busy={verify.isPending} onClick={() => verify.mutate()}>
          Read everything
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="max-w-prose text-muted">
          Has the server read every file that a workspace ever held, and compare it with its hash. It may take
          long; calls go on meanwhile.
        </p>
        {verify.isPending ? <Progress label="Reading every stored file" /> : null}
        {verify.error ? <ProblemNote error={verify.error} /> : null}
        {verify.data ? <Outcome {...verify.data} /> : null}
      </div>
    </Card>
  );
}

function Outcome({ chats, manifests, problems }: { chats: number; manifests: number; problems: string[] }) {
  if (problems.length === 0) {
    return (
      <p role="status" className="text-good">
        All {manifests.toLocaleString('en')} states of {chats.toLocaleString('en')} chats are whole.
      </p>
    );
  }
  return (
    <div role="alert" className="rounded-md bg-bad-soft p-3">
      <p className="font-semibold">{problems.length.toLocaleString('en')} problems</p>
      <ul className="mt-1 list-disc pl-5">
        {problems.slice(0, 50).map((problem) => (
          <li key={problem} className="break-words">
            {problem}
          </li>
        ))}
      </ul>
    </div>
  );
}
