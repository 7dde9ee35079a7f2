import { lazy } from 'react';

/** The paths that differ between two states, each with its lines when it is opened. */
export const ChangeList = lazy(() =>
  import('./change-list').then(({ ChangeList }) => ({ default: ChangeList })),
);
