import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { Problem } from '@/api/problem';
import { ProblemNote } from '@/components/problem-note';
import { Segments } from '@/components/segments';
import { Skeleton } from '@/components/skeleton';
import FileView from './file/file-view';
import { Note } from './file/reading-notes';
import { fileQuery } from './queries';
import { RawResult } from './raw-result';

interface Props {
  call: Schemas['Call'];
  path: string;
  language?: string;
  editable: boolean;
}

const moments = [
  { id: 'then', label: 'As the call left it' },
  { id: 'now', label: 'Now' },
] as const;

/**
 * A workspace file that a result names. Where it is still as the call left it, it is the present one, and can be
 * edited where the plan says so; else both can be looked at.
 */
export function BoundFile({ call, path, language, editable }: Props) {
  const state = call.post_manifest_id ?? undefined;
  const then = useQuery(fileQuery(call.chat_id, path, state));
  const now = useQuery(fileQuery(call.chat_id, path));
  /** `null` until both are known. Then it only changes by choice: what is being edited stays in sight. */
  const [moment, setMoment] = useState<'then' | 'now' | null>(null);
  if (then.error && now.error) {
    return (
      <div className="flex min-w-0 flex-col gap-3">
        <ProblemNote error={then.error} retry={() => void Promise.all([then.refetch(), now.refetch()])} />
        <RawResult call={call} />
      </div>
    );
  }
  const gone = now.error instanceof Problem && now.error.status === 404;
  const differs = gone || (then.data && now.data && then.data.etag !== now.data.etag);
  if (moment === null) {
    if (!then.isPending && !now.isPending) setMoment(differs ? 'then' : 'now');
    return <Skeleton className="h-40 w-full" />;
  }
  const shown = moment === 'then' ? state : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {differs ? (
        <div className="flex flex-wrap items-center gap-3">
          <Segments label="Which state of the file" segments={moments} value={moment} onChange={setMoment} />
          {gone ? <Note>The file is not in the workspace any more.</Note> : null}
        </div>
      ) : null}
      <FileView
        chatId={call.chat_id}
        path={path}
        manifestId={shown}
        readOnly={!editable}
        language={language}
      />
    </div>
  );
}
