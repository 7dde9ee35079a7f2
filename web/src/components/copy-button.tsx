import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button';
import { tellProblem } from './notices';

/** Puts a text onto the clipboard. One that costs something to write is given as what writes it. */
export function CopyButton({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
  const [done, setDone] = useState(false);
  const copy = () =>
    write(typeof text === 'string' ? text : text()).then(() => {
      setDone(true);
      setTimeout(() => setDone(false), 1500);
    }, tellProblem);
  return <IconButton icon={done ? Check : Copy} label={done ? 'Copied' : label} onClick={copy} />;
}

async function write(text: string): Promise<void> {
  // Browsers have no clipboard for pages that came over plain HTTP from another machine.
  if (!window.isSecureContext) {
    throw new Error('This browser copies only from https or localhost. Select the text and copy it by hand.');
  }
  await navigator.clipboard.writeText(text);
}
