/** Work of unknown length that goes on. */
export function Progress({ label }: { label: string }) {
  return (
    <div role="progressbar" aria-label={label} className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className="h-full w-2/5 animate-[sweep_1.4s_ease-in-out_infinite] rounded-full bg-accent motion-reduce:w-full motion-reduce:animate-pulse" />
    </div>
  );
}
