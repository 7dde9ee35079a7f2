import { Badge, type Tone } from './badge';

const words: Record<string, { tone: Tone; word: string }> = {
  preApproved: { tone: 'good', word: 'runs' },
  ask: { tone: 'warn', word: 'asks first' },
  blocked: { tone: 'bad', word: 'blocked' },
};

/** What policy makes of a call, in a word. */
export function ApprovalBadge({ approval }: { approval: string }) {
  const { tone, word } = words[approval] ?? { tone: 'neutral', word: approval };
  return (
    <Badge tone={tone} title={approval}>
      {word}
    </Badge>
  );
}
