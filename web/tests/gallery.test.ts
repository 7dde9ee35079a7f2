import { afterAll, beforeAll, expect, test } from 'vitest';
import { echoToolset, House, installMade, Site, page as sitePage, themes, type Visitor } from './house';
import { pdf, png, wav } from './house/media';

const house = House.forThisFile({ toolsets: ['app-builder', 'notes', 'data-lab', 'rough-edges'] });
let site: Site;

const app = `<!doctype html><title>Preview</title>
<body style="font: 18px sans-serif; display: grid; place-content: center; min-height: 90vh; background: #f7f6f3">
<h1 style="color: #0f6b64">A page that a tool serves</h1><p>It has its own origin, its own scripts and storage.</p>`;

const program = `"""Growth of a colony, a day a line."""


def grow(days: int, start: float = 2.0, rate: float = 1.4) -> list[float]:
    sizes = [start]
    for _ in range(days - 1):
        sizes.append(sizes[-1] * rate)
    return sizes


for day, size in enumerate(grow(8), start=1):
    print(f"day {day}: {size:.1f}")
`;

const note = `The heron is back: **three** today.

- [x] counted
- [ ] drawn

| bird | seen |
| --- | ---: |
| heron | 3 |
`;

beforeAll(async () => {
  const { server } = house;
  site = await Site.open(sitePage(app));
  await installMade(
    server,
    echoToolset('preview', [
      { id: 'serve', renderer: ['type: frame', 'port: $return.port'] },
      { id: 'measure', renderer: [] },
    ]),
  );
  await server.call('app-builder:write_file', { path: 'grow.py', content: program });
  await server.call('notes:add_note', { subject: 'Birds', text: note, tags: ['river'] });
  const columns = [
    { kind: 'ramp', name: 'height', start: 3, step: 2 },
    { kind: 'ramp', name: 'weight', start: 31, step: 2.5 },
    { kind: 'constant', name: 'depth', value: 12 },
  ];
  await server.call('data-lab:make_table', { path: 'plot.csv', rows: 10, columns });
  await server.call('data-lab:summarise', { path: 'plot.csv' });
  await server.call('app-builder:write_file', { path: 'grow.py', content: program });
  await server.call('rough-edges:raise_error', {});
  await server.call('preview:serve', { value: { port: site.port } });
  const measured = {
    path: 'plot.csv',
    rows: 10,
    means: { height: 12, weight: 41.8 },
    complete: true,
    note: null,
  };
  await server.call('preview:measure', { value: measured });
  const pegs = (x: number, y: number): [number, number, number] =>
    Math.hypot((x % 40) - 20, (y % 40) - 20) < 5 ? [255, 250, 240] : [15 + x / 4, 107 + y / 3, 100];
  await server.put('default', 'board.png', png(480, 200, pegs));
  await server.put('default', 'report.pdf', pdf('A report of one line'));
  await server.put('default', 'tone.wav', wav());
  await server.put(
    'default',
    'page.html',
    '<!doctype html><body style="font: 18px sans-serif"><h1>A page of the workspace</h1><script>document.body.append("made by its own script: " + 6 * 7)</script>',
  );
});

afterAll(() => site.close());

/** Waits until everything that comes from elsewhere is there. */
async function shown({ page }: Visitor): Promise<void> {
  await page
    .getByRole('article', { name: /^Preview/ })
    .getByText('The heron is back')
    .waitFor();
  await page.getByText('def grow').first().waitFor();
  await page
    .frameLocator('iframe[title="Result of data-lab:summarise"]')
    .frameLocator('iframe')
    .getByText('plot.csv')
    .first()
    .waitFor();
  await page
    .frameLocator(`iframe[src^="http://localhost:${site.port}"]`)
    .getByText('A page that a tool serves')
    .waitFor();
  await page
    .frameLocator('iframe[title="page.html"]')
    .frameLocator('iframe')
    .getByText('made by its own script: 42')
    .waitFor();
  await page.getByRole('img', { name: 'board.png' }).waitFor();
}

for (const theme of themes) {
  test(`every renderer shows something real on one page in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    // Frames out of sight are not drawn.
    await visitor.page.setViewportSize({ width: 1280, height: 3440 });
    await visitor.goTo('/renderers');
    await shown(visitor);
    await visitor.picture(`renderers-${theme}`, 'window');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}
