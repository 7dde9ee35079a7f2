// An ES module: a record of tools, an import without an extension, and an enum, which type stripping alone cannot read.
import { tool } from 'ai';
import { z } from 'zod';
import { Unit } from './units';

const place = z.object({
  city: z.string().describe('Where.'),
  unit: z.enum(Unit).default(Unit.Celsius),
});

export const tools = {
  forecast: tool({
    description: 'Tells the weather.',
    inputSchema: place,
    needsApproval: async ({ city }) => city === 'Atlantis',
    execute: async ({ city, unit }, { toolCallId, abortSignal }) => ({
      city,
      unit,
      toolCallId,
      isAborted: abortSignal?.aborted,
      cwd: process.cwd(),
    }),
  }),
  steps: tool({
    description: 'Tells how far it is.',
    inputSchema: z.object({ count: z.number().int() }),
    async *execute({ count }) {
      for (let step = 1; step <= count; step += 1) yield { step };
      yield { done: count };
    },
  }),
  patient: {
    description: 'Waits until it is told to stop.',
    inputSchema: z.object({}),
    execute: (_input: object, { abortSignal }: { abortSignal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        console.log('waiting');
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
        setInterval(() => {}, 1000);
      }),
  },
};
