import { Container } from 'lucide-react';
import { Badge, type Tone } from '@/components/badge';
import { type BuildState, stateOf } from './build';

const words: Record<BuildState, { tone: Tone; word: string; about: string }> = {
  waiting: { tone: 'neutral', word: 'waits to be built', about: 'Its image is built after those before it' },
  building: { tone: 'accent', word: 'being built', about: 'Its image is being built' },
  ready: { tone: 'good', word: 'image ready', about: 'Its image is built' },
  failed: { tone: 'bad', word: 'build failed', about: 'Its image could not be built' },
  unavailable: {
    tone: 'bad',
    word: 'no engine',
    about: 'No container engine was found on the server’s machine',
  },
};

/** How a tool's image stands. One that is ready is nothing to note in a list. */
export function BuildMark({ state, quiet = false }: { state: string | undefined; quiet?: boolean }) {
  if (!state || (quiet && state === 'ready')) return null;
  const { tone, word, about } = words[stateOf(state)];
  return (
    <Badge tone={tone} title={about}>
      <Container aria-hidden size={12} />
      {word}
    </Badge>
  );
}
