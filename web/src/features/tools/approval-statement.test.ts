import { expect, test } from 'vitest';
import { approvalStatement } from './approval-statement';

test('what the tool, its toolset and its user say of its calls is told with what comes of it', () => {
  const tool = { needs_approval: 'depends', requires_confirmation: true, overrides: {} };
  expect(approvalStatement(tool)).toBe(
    'Its own code is asked about each call whether a person must see it. So its calls ask where its code says so.',
  );
  expect(approvalStatement({ ...tool, needs_approval: null, requires_confirmation: false })).toBe(
    'Its own code says nothing. So its calls run.',
  );
  const changed = { bundle: { requires_confirmation: true }, user: { requires_confirmation: false } };
  expect(
    approvalStatement({ needs_approval: 'never', requires_confirmation: false, overrides: changed }),
  ).toBe(
    'Its own code needs no person. Its toolset asks for confirmation. Your change needs no confirmation. So its calls run.',
  );
});
