import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { Input } from '@/components/field';
import { bytes } from '@/components/moment';

type BundleFile = Schemas['BundleFile'];

/** A bundle may have 10,000 files; so many are shown before somebody asks for more. */
const STEP = 100;

/** The files of a toolset. */
export function FileList({ files }: { files: readonly BundleFile[] }) {
  const [most, setMost] = useState(STEP);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const found = files.filter((file) => file.path.toLowerCase().includes(wanted));
  const shown = found.slice(0, most);
  return (
    <div className="flex flex-col gap-2">
      {files.length > 12 ? (
        <Input
          type="search"
          aria-label="Filter files"
          placeholder="Filter by path"
          className="max-w-xs"
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value);
            setMost(STEP);
          }}
        />
      ) : null}
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Path</th>
            <th scope="col">Kind</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((file) => (
            <tr key={file.path} className="border-b border-line/60 last:border-0">
              <td className="py-1.5 pr-3 font-mono text-xs break-all">{file.path}</td>
              <td className="py-1.5 pr-3 text-xs text-muted">{file.kind}</td>
              <td className="py-1.5 text-right text-xs whitespace-nowrap text-muted tabular-nums">
                {bytes(file.size)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length === 0 ? <p className="text-sm text-muted">No file has this in its path.</p> : null}
      {found.length > most ? (
        <Button className="self-start" onClick={() => setMost(most + 10 * STEP)}>
          Show more of {found.length.toLocaleString('en')}
        </Button>
      ) : null}
    </div>
  );
}

/** How much files are together. */
export function sizeOf(files: readonly Pick<BundleFile, 'size'>[]): string {
  return bytes(files.reduce((sum, file) => sum + file.size, 0));
}
