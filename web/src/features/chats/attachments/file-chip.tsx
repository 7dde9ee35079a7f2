import { File as FileIcon, Image, X } from 'lucide-react';
import { IconButton } from '@/components/button';
import { bytes } from '@/components/moment';
import { isPicture } from './attachments';

interface Props {
  name: string;
  mediaType: string;
  size: number | undefined;
  onRemove: () => void;
}

/** A file that is to go with a message, and the way to leave it out. */
export function FileChip({ name, mediaType, size, onRemove }: Props) {
  const Icon = isPicture(mediaType) ? Image : FileIcon;
  return (
    <li className="flex max-w-full items-center gap-2 rounded-lg border border-line bg-sunken py-0.5 pr-0.5 pl-2 text-xs">
      <Icon aria-hidden size={15} className="shrink-0 text-muted" />
      <span className="max-w-48 truncate" title={name}>
        {name}
      </span>
      {size === undefined ? null : <span className="shrink-0 text-muted">{bytes(size)}</span>}
      <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} className="!size-6 shrink-0" />
    </li>
  );
}
