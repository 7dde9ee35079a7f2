const RATE = 8000;

/** A short sound as a WAV file: two tones, so that one hears that it plays. */
export function soundSample(): Blob {
  const samples = RATE;
  const view = new DataView(new ArrayBuffer(44 + samples));
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, 'RIFF');
  view.setUint32(4, 36 + samples, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // PCM, one channel, one byte a sample.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, samples, true);
  for (let i = 0; i < samples; i++) {
    const tone = i < samples / 2 ? 440 : 660;
    view.setUint8(44 + i, 128 + Math.round(40 * Math.sin((2 * Math.PI * tone * i) / RATE)));
  }
  return new Blob([view.buffer], { type: 'audio/wav' });
}
