import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';

interface Props {
  /** What dropping does: `Drop to upload`. */
  says: string;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files that are dropped anywhere on the page, and says so while they hover. */
export function DropZone({ says, onFiles }: Props) {
  const [hovering, setHovering] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setHovering(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovering(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      setHovering(false);
      onFiles([...event.dataTransfer.files]);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  if (!hovering) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-40 grid place-items-center bg-canvas/90">
      <p className="flex items-center gap-3 rounded-xl border-2 border-dashed border-accent bg-surface px-8 py-6 font-semibold">
        <Upload aria-hidden className="text-accent" /> {says}
      </p>
    </div>
  );
}
