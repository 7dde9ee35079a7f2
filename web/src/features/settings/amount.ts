import type { Schemas } from '@/api/client';
import { counted } from '@/components/counted';

type Unit = Schemas['LimitUnit'];

/** Limits of bytes are set in powers of 1,024; so is what people read. */
const binary = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const times: readonly (readonly [seconds: number, word: string])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** A limit's value with its unit, exactly, as people read it. */
export function amount(value: number, unit: Unit): string {
  switch (unit) {
    case 'bytes':
      return inBinary(value);
    case 'seconds': {
      const [size, word] = times.find(([seconds]) => value >= seconds && value % seconds === 0) ?? [
        1,
        'second',
      ];
      return counted(value / size, word);
    }
    case 'days':
      return counted(value, 'day');
    case 'characters':
      return counted(value, 'character');
    case 'count':
      return value.toLocaleString('en');
  }
}

function inBinary(bytes: number): string {
  let value = bytes;
  let step = 0;
  while (value >= 1024 && value % 1024 === 0 && step < binary.length - 1) {
    value /= 1024;
    step += 1;
  }
  return `${value.toLocaleString('en')} ${binary[step]}`;
}
