import { Badge, type Tone } from '@/components/badge';
import type { Server } from './queries';

type State = Server['state'];

interface Words {
  word: string;
  tone: Tone;
  about: string;
}

const words: Record<State, Words> = {
  disabled: { word: 'off', tone: 'neutral', about: 'It, or its toolset, is switched off.' },
  idle: {
    word: 'idle',
    tone: 'neutral',
    about: 'Nothing needs it now. The next call of one of its tools starts it.',
  },
  connecting: { word: 'connecting…', tone: 'accent', about: 'It is being started or reached.' },
  ready: { word: 'ready', tone: 'good', about: 'It is connected, and its tools can be called.' },
  error: {
    word: 'error',
    tone: 'bad',
    about: 'It could not be reached or went away. The next call of a tool tries again.',
  },
};

const signIn: Words = {
  word: 'sign in',
  tone: 'warn',
  about: 'A person must sign in before it can be used.',
};

/** How a server stands, in words. */
export function wordsOf(server: Pick<Server, 'state' | 'sign_in_needed'>): Words {
  return server.sign_in_needed ? signIn : words[server.state];
}

/** How a server stands. */
export function StateBadge({ server }: { server: Pick<Server, 'state' | 'sign_in_needed'> }) {
  const { word, tone, about } = wordsOf(server);
  return (
    <Badge tone={tone} title={about}>
      {word}
    </Badge>
  );
}
