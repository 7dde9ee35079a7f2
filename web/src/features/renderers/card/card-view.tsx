import { useMemo, useState } from 'react';
import { LeaveDialog } from '../document/leave-dialog';
import { cardDocument } from './card-document';
import { css, readColour } from './colour';
import { useCardFrame } from './use-card-frame';

/** A card as its call's render plan has it. Its colours are any text until they are read as colours. */
export interface CardPlan {
  html: string;
  title: string | null;
  accent: string | null;
  background: string | null;
}

/**
 * A card that a tool made. It lies in a frame in which nothing runs: `sandbox` without `allow-scripts` holds whatever the HTML
 * is, and without scripts the frame's being of this origin lets only the page look into it, to see how tall it is.
 */
export function CardView({ html, title, accent, background }: CardPlan) {
  const document = useMemo(() => cardDocument(html, readColour(background)), [html, background]);
  const [leaving, setLeaving] = useState<string | null>(null);
  const { frame, height, loaded } = useCardFrame(document, setLeaving);
  const stripe = readColour(accent);
  return (
    <section
      aria-label={title ?? 'Card'}
      className="max-w-2xl overflow-hidden rounded-lg border border-line bg-surface"
      style={stripe ? { borderLeft: `4px solid ${css(stripe)}` } : undefined}
    >
      {title ? (
        <p className="border-b border-line px-4 py-2 text-sm font-semibold break-words">{title}</p>
      ) : null}
      <iframe
        ref={frame}
        title={title ? `Card: ${title}` : 'Card'}
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
        srcDoc={document}
        onLoad={loaded}
        style={{ height }}
        className="block w-full border-0"
      />
      <LeaveDialog url={leaving} onClose={() => setLeaving(null)} />
    </section>
  );
}
