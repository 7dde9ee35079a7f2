/** A colour as light: each part from 0 to 255, opacity from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

/** The longest colour that is read. */
const LONGEST = 64;
const white: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };

/**
 * Reads a colour's name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)` and `hsl(…)` with their old and new spellings. `null` for anything
 * else: what is not read as a colour never reaches a style.
 */
export function readColour(text: unknown): Colour | null {
  if (typeof text !== 'string' || text.length > LONGEST) return null;
  const plain = text.trim().toLowerCase();
  return fromHex(plain) ?? fromFunction(plain) ?? fromName(plain);
}

function fromHex(text: string): Colour | null {
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text)?.[1];
  if (!digits) return null;
  const long = digits.length > 4 ? digits : [...digits].map((digit) => digit + digit).join('');
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return { red: part(0), green: part(2), blue: part(4), alpha: long.length === 8 ? part(6) / 255 : 1 };
}

function fromFunction(text: string): Colour | null {
  const [, name, inside] = /^(rgb|hsl)a?\(([\d.%,/ deg+-]+)\)$/.exec(text) ?? [];
  if (!name || !inside) return null;
  const parts = inside
    .split(/[\s,/]+/)
    .filter(Boolean)
    .map(amount);
  const [first, second, third, fourth = { value: 1, unit: '' }] = parts;
  if (!first || !second || !third || parts.length > 4 || parts.some((part) => part === null)) return null;
  const alpha = within(fourth ? scaled(fourth, 1) : 1, 1);
  if (name === 'hsl')
    return { ...fromHsl(first.value, within(second.value, 100), within(third.value, 100)), alpha };
  const [red, green, blue] = [first, second, third].map((part) => within(scaled(part, 255), 255));
  return { red: red ?? 0, green: green ?? 0, blue: blue ?? 0, alpha };
}

/** Which colour a name means, the browser knows: it gives back numbers, never the name. */
function fromName(text: string): Colour | null {
  if (!/^[a-z]{3,20}$/.test(text) || typeof CSS === 'undefined' || !CSS.supports('color', text)) return null;
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return null;
  pen.fillStyle = text;
  const resolved = `${pen.fillStyle}`;
  return fromHex(resolved) ?? fromFunction(resolved);
}

interface Amount {
  value: number;
  unit: string;
}

function amount(text: string): Amount | null {
  const [, number, unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+))(%|deg)?$/.exec(text) ?? [];
  return number === undefined ? null : { value: Number(number), unit };
}

/** A hundredth counts of the whole. */
function scaled({ value, unit }: Amount, whole: number): number {
  return unit === '%' ? (value / 100) * whole : value;
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}

function fromHsl(hue: number, saturation: number, lightness: number) {
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (at: number) => {
    const turn = (((at + hue / 30) % 12) + 12) % 12;
    return Math.round((light - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))) * 255);
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
}

/** What a colour looks like on another one, which is opaque. */
export function over(above: Colour, below: Colour = white): Colour {
  const mixed = (part: 'red' | 'green' | 'blue') =>
    Math.round(above[part] * above.alpha + below[part] * (1 - above.alpha));
  return { red: mixed('red'), green: mixed('green'), blue: mixed('blue'), alpha: 1 };
}

/** As a style says it. */
export function css({ red, green, blue, alpha }: Colour): string {
  return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)} / ${alpha})`;
}

/** How bright an opaque colour is, as WCAG counts it. */
export function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const inks = { dark: '#000000', light: '#ffffff' };

/**
 * The ground of a card and the colour of what is written on it without a colour of its own. A card is a sheet of paper in both
 * themes: whoever wrote its colours could not know which theme it is read in.
 */
export function paperOf(background: Colour | null): { ground: string; ink: string } {
  const ground = background ? over(background) : white;
  const bright = luminance(ground);
  // The contrast with white and with black, as WCAG counts it.
  return {
    ground: css(ground),
    ink: 1.05 / (bright + 0.05) > (bright + 0.05) / 0.05 ? inks.light : inks.dark,
  };
}
