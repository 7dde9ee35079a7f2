import { useQuery } from '@tanstack/react-query';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import CodeEditor from '../code/code-editor';
import { fileQuery } from '../queries';

export interface FileViewProps {
  chatId: string;
  /** Relative to the workspace. */
  path: string;
  /** The state of the workspace that the file is taken from; the present one when left out. */
  manifestId?: string | undefined;
  /** Shows the present file without a way to change it. */
  readOnly?: boolean | undefined;
}

export default function FileView({ chatId, path, manifestId }: FileViewProps) {
  const file = useQuery(fileQuery(chatId, path, manifestId));
  if (file.error) return <ProblemNote error={file.error} retry={() => void file.refetch()} />;
  if (!file.data) return <Skeleton className="h-40 w-full" />;
  const text = new TextDecoder().decode(file.data.bytes);
  return <CodeEditor value={text} language={path} readOnly label={path} />;
}
