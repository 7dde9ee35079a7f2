import { Button } from '@/components/button';
import { LinkButton } from '@/components/link-button';
import type { Import } from './use-import';

/** What can be done at each step, the way on last. */
export function ImportFooter({ imported }: { imported: Import }) {
  const { step, setOpen, startOver, agree } = imported;
  const close = <Button onClick={() => setOpen(false)}>{step.at === 'done' ? 'Close' : 'Cancel'}</Button>;
  switch (step.at) {
    case 'choose':
      return close;
    case 'reading':
      return <Button onClick={startOver}>Cancel</Button>;
    case 'review':
      return (
        <>
          <Button look="quiet" className="mr-auto" onClick={startOver}>
            Choose another
          </Button>
          {step.preview.outcome === 'unchanged' ? (
            <Button onClick={() => setOpen(false)}>Close</Button>
          ) : (
            <>
              {close}
              <Button look="primary" onClick={agree}>
                {step.preview.outcome === 'upgraded' ? 'Upgrade' : 'Install'}
              </Button>
            </>
          )}
        </>
      );
    case 'importing':
      return <Button onClick={() => setOpen(false)}>Close</Button>;
    case 'done':
      return (
        <>
          <Button look="quiet" className="mr-auto" onClick={startOver}>
            Import another
          </Button>
          {close}
          <LinkButton
            look="primary"
            to="/toolsets/$toolsetId"
            params={{ toolsetId: step.imported.id }}
            onClick={() => setOpen(false)}
          >
            Open the toolset
          </LinkButton>
        </>
      );
  }
}
