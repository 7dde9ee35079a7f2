import { Inbox } from 'lucide-react';
import { promptStatuses } from '@/app/search';
import { Button } from '@/components/button';
import { Empty } from '@/components/empty';
import { ProblemNote } from '@/components/problem-note';
import { Segments } from '@/components/segments';
import { SkeletonRows } from '@/components/skeleton';
import { PromptRow } from './prompt-row';
import { type PromptStatus, usePrompts } from './queries';

const words: Record<PromptStatus, string> = { waiting: 'Waiting', taken: 'Taken', done: 'Done' };
const segments = promptStatuses.map((id) => ({ id, label: words[id] }));

interface Props {
  status: PromptStatus;
  onStatus: (status: PromptStatus) => void;
}

/** What tools left for agents, by where it stands. */
export function PromptQueue({ status, onStatus }: Props) {
  const prompts = usePrompts(status);
  const items = prompts.data?.pages.flatMap((page) => page.items);
  return (
    <div className="flex flex-col items-start gap-4">
      <Segments label="Which prompts" segments={segments} value={status} onChange={onStatus} />
      <div className="w-full">
        {prompts.error && !items ? (
          <ProblemNote error={prompts.error} retry={() => void prompts.refetch()} />
        ) : !items ? (
          <SkeletonRows count={3} />
        ) : items.length === 0 ? (
          <NoPrompts status={status} />
        ) : (
          <ul aria-label="Prompts" className="divide-y divide-line rounded-lg border border-line bg-surface">
            {items.map((prompt) => (
              <PromptRow key={prompt.id} prompt={prompt} />
            ))}
          </ul>
        )}
      </div>
      {prompts.hasNextPage ? (
        <Button busy={prompts.isFetchingNextPage} onClick={() => void prompts.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

const empty: Record<PromptStatus, { title: string; about: string }> = {
  waiting: {
    title: 'No prompt waits',
    about:
      'Each run of a scheduled tool, and each call of its webhook, leaves its prompt with what the tool said. An agent takes it from here.',
  },
  taken: {
    title: 'No prompt is being worked on',
    about: 'An agent takes a prompt for a while. One that it does not finish in time waits again.',
  },
  done: { title: 'No prompt is done', about: 'Prompts that an agent finished stand here.' },
};

function NoPrompts({ status }: { status: PromptStatus }) {
  const { title, about } = empty[status];
  return (
    <Empty icon={Inbox} title={title}>
      {about}
    </Empty>
  );
}
