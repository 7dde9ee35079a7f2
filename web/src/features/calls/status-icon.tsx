import type { Schemas } from '@/api/client';

type Status = Schemas['CallStatus'];

interface Look {
  /** One path, for a list of thousands draws many of these in each frame of scrolling. */
  path: string;
  look: string;
  words: string;
}

const circle = 'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20';
const looks: Record<Status, Look> = {
  pending: {
    path: 'M5 22h14M5 2h14M17 22v-4.2a2 2 0 0 0-.6-1.4L12 12l-4.4 4.4a2 2 0 0 0-.6 1.4V22M7 2v4.2a2 2 0 0 0 .6 1.4L12 12l4.4-4.4a2 2 0 0 0 .6-1.4V2',
    look: 'text-warn',
    words: 'waits for approval',
  },
  running: {
    path: 'M12 2a10 10 0 0 1 10 10M12 22a10 10 0 0 1-10-10',
    look: 'text-accent animate-spin',
    words: 'running',
  },
  success: { path: `${circle}m-4 10l3 3l5-6`, look: 'text-good', words: 'success' },
  error: { path: `${circle}m-3.5 6.5l7 7m0-7l-7 7`, look: 'text-bad', words: 'error' },
};

/** Where a call stands, as small as a line of a list needs it. */
export function StatusIcon({ status }: { status: Status }) {
  const { path, look, words } = looks[status];
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox="0 0 24 24"
      className={`size-4 ${look}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}
