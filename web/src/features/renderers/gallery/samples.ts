/** What the gallery shows where the house has nothing of its own yet. */
export const codeSample = `"""Primes below a limit."""

from collections.abc import Iterator


def primes(limit: int = 100) -> Iterator[int]:
    marks = bytearray([1]) * limit
    for number in range(2, limit):
        if marks[number]:
            yield number
            marks[number * number :: number] = bytes(len(marks[number * number :: number]))


print(list(primes(30)))  # [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
`;

export const documentSample = `---
title: Field notes
---

# Field notes

A **document** is Markdown with its preview beside it. [Links](https://example.org/) ask before they lead away.

- [x] tables and task lists
- [ ] HTML of its own, which stays text: <b>not bold</b>

| bird    | seen |
| ------- | ---: |
| heron   |    3 |
| kestrel |    1 |
`;

export const textSample = `build   ok    4.2 s
test    ok   11.8 s
lint    2 warnings
  unused import in tools/shell.py:3
  line too long in tools/files.py:41
`;

export const jsonSample = {
  path: 'plot.csv',
  rows: 10,
  columns: [
    { name: 'height', count: 10, mean: 12.5, minimum: 3, maximum: 22 },
    { name: 'weight', count: 10, mean: 40.1, minimum: 31, maximum: 52.75 },
  ],
  complete: true,
  note: null,
};

export const beforeSample = `def greet(name):
    print("Hello " + name)


greet("board")
`;

export const afterSample = `def greet(name: str = "board") -> None:
    print(f"Hello {name}")


greet()
`;

export const svgSample = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 120" width="480" height="240">
  <rect width="240" height="120" rx="8" fill="#0f6b64"/>
  <g fill="#dcf0ed">${Array.from({ length: 6 * 12 }, (_, peg) => `<circle cx="${10 + (peg % 12) * 20}" cy="${10 + Math.floor(peg / 12) * 20}" r="2"/>`).join('')}</g>
  <path d="M60 40h40v40H60z" fill="#f5c264"/><circle cx="160" cy="60" r="24" fill="#fff"/>
</svg>
`;

export const handleSample = { $file: '.pegboard/results/0197c0de.json', bytes: 5_242_880 };

export const cardSample = {
  html: `<div style="padding:16px"><div style="font-size:2rem;font-weight:600">21 °C</div>
<div style="color:#555">Valletta, a light breeze from the north-west</div></div>`,
  title: 'Weather in Valletta',
  accent: '#4a90d4',
  background: 'rgba(74, 144, 212, 0.10)',
};
