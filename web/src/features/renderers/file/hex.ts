/** One line of a hex view: sixteen bytes. */
export interface HexLine {
  offset: string;
  hex: string;
  text: string;
}

const WIDTH = 16;

/** The bytes as `hexdump -C` shows them. */
export function hexLines(bytes: Uint8Array): HexLine[] {
  const lines: HexLine[] = [];
  for (let at = 0; at < bytes.length; at += WIDTH) {
    const part = [...bytes.subarray(at, at + WIDTH)];
    lines.push({
      offset: at.toString(16).padStart(8, '0'),
      hex: part.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(''),
    });
  }
  return lines;
}
