// A CommonJS module: functions with their schemas beside them.
import path = require('node:path');

import { z } from 'zod';

export const joinPathSchema = z.object({ parts: z.array(z.string()) }).describe('Joins the parts of a path.');
export function joinPath(
  { parts }: { parts: string[] },
  options: { context: { workspace: string } },
): string {
  return path.join(options.context.workspace, ...parts);
}

export const AddInputSchema = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
};
export const addDescription = 'Adds.';
export const addNeedsApproval = true;
export const add = ({ a, b }: { a: number; b: number }) => a + b;

export const unpaired = () => 'nobody calls this';
