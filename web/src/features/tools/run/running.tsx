import { useMutation } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { api, got } from '@/api/client';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { duration } from '@/components/moment';
import { tellProblem } from '@/components/notices';
import { Progress } from '@/components/progress';

interface Props {
  since: number;
  callId: string | null;
  log: string;
}

/** A call that goes on: for how long, what it prints, and the way to stop it. */
export function Running({ since, callId, log }: Props) {
  const cancel = useMutation({
    mutationFn: (id: string) =>
      got(api.POST('/calls/{call_id}/cancel', { params: { path: { call_id: id } } })),
    onError: tellProblem,
  });
  return (
    <Card
      title="Running"
      actions={
        <>
          <Elapsed since={since} />
          <Button
            icon={Square}
            look="danger"
            disabled={callId === null}
            busy={cancel.isPending}
            onClick={() => callId && cancel.mutate(callId)}
          >
            Cancel
          </Button>
        </>
      }
    >
      <div className="mb-3">
        <Progress label="The tool runs" />
      </div>
      <LiveLog log={log} />
    </Card>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  return <span className="text-sm text-muted tabular-nums">{duration(Math.max(0, now - since))}</span>;
}

/** What a call prints, as it prints it. Stays at the end unless somebody scrolls up. */
export function LiveLog({ log }: { log: string }) {
  const place = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line moves the end
  useEffect(() => {
    const box = place.current;
    if (box && follows.current) box.scrollTop = box.scrollHeight;
  }, [log]);
  if (log === '') return <p className="text-sm text-muted">Nothing printed yet.</p>;
  return (
    <pre
      ref={place}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      role="log"
      aria-label="What the tool prints"
      onScroll={({ currentTarget: box }) => {
        follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < 24;
      }}
      className="max-h-72 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap"
    >
      {log}
    </pre>
  );
}
