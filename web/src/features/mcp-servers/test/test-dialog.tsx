import { useEffect } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { type Server, useTestServer } from '../queries';
import { TestOutcome } from './test-outcome';

/** Connects to a registered server apart from those who use it, and shows how it went. */
export function TestDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  const test = useTestServer();
  const { mutate } = test;
  const again = () => mutate({ server_key: server.server_key });
  // Opening the window is the wish to test.
  useEffect(() => mutate({ server_key: server.server_key }), [mutate, server.server_key]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Test of ${server.id}`}
      about="A connection of its own: it lists the tools and ends. Nothing of it is kept."
      footer={
        <>
          <Button onClick={again} busy={test.isPending}>
            Test again
          </Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <TestOutcome test={test} />
    </Dialog>
  );
}
