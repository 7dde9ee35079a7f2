import type { Schemas } from '@/api/client';

/** What each sort of failure means for whoever looks at the call. */
export const kindWords: Record<Schemas['FailureKind'], string> = {
  raised: 'The tool’s own code failed.',
  arguments: 'The tool’s code does not take these arguments.',
  import: 'The tool’s code could not be loaded.',
  missing: 'The toolset does not have the function that its manifest names.',
  not_json: 'The tool gave back something that is no JSON.',
  too_large: 'The result is over the limit.',
  timeout: 'It took longer than the toolset’s time limit and was ended, with everything it had started.',
  cancelled: 'Somebody ended it.',
  crashed: 'Its process ended without an answer.',
  unavailable: 'What runs the tool could not be started.',
  interrupted:
    'The server stopped while it ran. Whether it had an effect outside is not known, so it was not run again.',
  denied: 'Nothing ran.',
  workspace: 'The workspace could not be made ready or kept.',
};
