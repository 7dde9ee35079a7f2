import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { IconButton } from './button';
import { currentNotices, dismiss, type Notice, onNotice } from './notices';

/** Shows the notices that `tell` and `tellProblem` put up. */
export default function Toasts() {
  const shown = useSyncExternalStore(onNotice, currentNotices);
  return (
    <Radix.Provider duration={6000} label="Notice">
      {shown.map((notice) => (
        <OneToast key={notice.id} notice={notice} />
      ))}
      <Radix.Viewport className="fixed right-0 bottom-0 z-50 flex w-full max-w-sm flex-col gap-2 p-4 outline-none" />
    </Radix.Provider>
  );
}

function OneToast({ notice }: { notice: Notice }) {
  const Icon = notice.tone === 'good' ? CircleCheck : CircleAlert;
  return (
    <Radix.Root
      onOpenChange={(open) => {
        if (!open) dismiss(notice.id);
      }}
      type={notice.tone === 'bad' ? 'foreground' : 'background'}
      className="flex items-center gap-3 rounded-lg border border-line bg-surface p-3 text-sm text-ink shadow-lg"
    >
      <Icon aria-hidden size={18} className={notice.tone === 'good' ? 'text-good' : 'text-bad'} />
      <Radix.Description className="min-w-0 flex-1 break-words">{notice.text}</Radix.Description>
      {notice.action ? (
        <Radix.Action asChild altText={notice.action.label}>
          <button type="button" className="font-medium text-accent underline" onClick={notice.action.run}>
            {notice.action.label}
          </button>
        </Radix.Action>
      ) : null}
      <Radix.Close asChild>
        <IconButton icon={X} label="Dismiss" />
      </Radix.Close>
    </Radix.Root>
  );
}
