import { Scroll } from '@/components/scroll';
import { hexLines } from './hex';

/** Bytes as hexadecimal numbers, with what of them is ASCII beside. */
export function HexView({ bytes, label }: { bytes: Uint8Array; label: string }) {
  return (
    <Scroll label={label} className="max-h-(--view-max,28rem) rounded-md border border-line bg-surface p-3">
      <pre className="font-mono text-xs leading-5">
        {hexLines(bytes).map(({ offset, hex, text }) => (
          <span key={offset} className="block">
            <span className="text-muted select-none">{offset}</span>
            {'  '}
            {hex.padEnd(47)}
            {'  '}
            <span className="text-(--code-string)">{text}</span>
          </span>
        ))}
      </pre>
    </Scroll>
  );
}
