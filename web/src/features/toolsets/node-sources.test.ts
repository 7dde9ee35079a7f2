import { expect, test } from 'vitest';
import { nodeSources } from './node-sources';

test('the code that Node tools were found in is named once', () => {
  const tools = [
    { provider: 'node', entrypoint: '@github-tools/sdk:listIssues' },
    { provider: 'node', entrypoint: '@github-tools/sdk:getIssue' },
    { provider: 'node', entrypoint: './tools/my-tool.ts:greet' },
    { provider: 'python', entrypoint: 'tools.notes:add' },
    { provider: 'node', entrypoint: null },
  ];
  expect(nodeSources(tools)).toEqual(['@github-tools/sdk', './tools/my-tool.ts']);
});
