import { FileArchive } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

/** Takes files that are dropped anywhere on the page, and says so while they hang over it. */
export function DropTarget({ onDrop }: { onDrop: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });

  useEffect(() => {
    // Entering a child is told before leaving its parent, so both are counted.
    let depth = 0;
    const count = (by: number) => {
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const listeners: Partial<Record<string, (event: DragEvent) => void>> = {
      dragenter: () => count(1),
      dragleave: () => count(-1),
      // Without this the browser would leave the page for the dropped file.
      dragover: (event) => event.preventDefault(),
      drop: (event) => {
        event.preventDefault();
        count(-depth);
        latest.current(Array.from(event.dataTransfer?.files ?? []));
      },
    };
    const entries = Object.entries(listeners).map(([name, act]): [string, EventListener] => [
      name,
      (event) => {
        if (event instanceof DragEvent && event.dataTransfer?.types.includes('Files')) act?.(event);
      },
    ]);
    for (const [name, listener] of entries) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) window.removeEventListener(name, listener);
    };
  }, []);

  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-[60] grid place-items-center bg-canvas/85 p-6">
      <p
        role="status"
        className="pegs flex flex-col items-center gap-3 rounded-xl border-2 border-dashed border-accent bg-surface px-10 py-12 font-semibold"
      >
        <FileArchive aria-hidden size={28} className="text-accent" />
        Drop the ZIP to look inside
      </p>
    </div>
  );
}
