import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button';
import { tellProblem } from './notices';

/** Puts a text onto the clipboard. One that costs something to write is given as what writes it. */
export function CopyButton({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
  const [done, setDone] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(() => {
      setDone(true);
      setTimeout(() => setDone(false), 1500);
    }, tellProblem);
  return <IconButton icon={done ? Check : Copy} label={done ? 'Copied' : label} onClick={copy} />;
}
