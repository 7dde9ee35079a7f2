import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '@/components/button';
import { tellProblem } from '@/components/notices';
import { downloadFile } from '../queries';
import type { FileRef } from './file-ref';

interface Props {
  file: FileRef;
  /** Ways of looking at the file. */
  views?: ReactNode;
  /** What there is to know about it: size, line endings. */
  facts?: ReactNode;
  actions?: ReactNode;
}

/** The line above a file: how it is looked at, what it is, what can be done with it. */
export function FileBar({ file, views, facts, actions }: Props) {
  const [loading, setLoading] = useState(false);
  const save = () => {
    setLoading(true);
    downloadFile(file)
      .catch(tellProblem)
      .finally(() => setLoading(false));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {views}
      <p className="min-w-0 grow truncate text-xs text-muted">{facts}</p>
      <div className="flex items-center gap-1">
        {actions}
        <IconButton icon={Download} label="Download the file" aria-busy={loading} onClick={save} />
      </div>
    </div>
  );
}
