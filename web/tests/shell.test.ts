import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile();

const places = [
  '/toolsets',
  '/mcp-servers',
  '/tools',
  '/workers',
  '/calls',
  '/approvals',
  '/policy',
  '/chats',
  '/activity',
  '/renderers',
  '/settings',
  '/doctor',
];

for (const theme of themes) {
  test(`every page of an empty house is accessible in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    for (const place of places) {
      await visitor.goTo(place);
      expect(await visitor.accessibilityFaults(), place).toEqual([]);
      await visitor.picture(`empty${place.replaceAll('/', '-')}-${theme}`);
    }
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('the link signs in, and the token leaves the address', async () => {
  const visitor = await house.visitor();
  expect(visitor.page.url()).not.toContain('token');
  await visitor.leave();
});

test('a token that is wrong is refused with what to do', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Token').fill(house.server.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Toolsets', level: 1 }).waitFor();
  await visitor.leave();
});

test('whoever comes with a token that was withdrawn is told so', async () => {
  const { id, secret } = await house.server.json<{ id: string; secret: string }>('/tokens', {
    name: 'withdrawn',
    scope: 'read',
  });
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Toolsets', level: 1 }).waitFor();
  await house.server.request(`/tokens/${id}`, { method: 'DELETE' });
  const notice = page.getByText('it was withdrawn').waitFor();
  // The end of its event stream may tell the page before the click does; the link is gone then.
  await Promise.any([page.getByRole('link', { name: 'Calls' }).click(), notice]);
  await notice;
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

test('everything is reached by the keyboard alone', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('doctor');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Doctor', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await visitor.leave();
});

test('an address that nobody understands leads to a page all the same', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  for (const place of [
    '/calls?tool=%7B%22a%22%3A1%7D&status=%5B%5D&since=never',
    '/activity?tool[]=1&range=9y',
    '/tools?q=%7B%7D&mark=none',
    '/chats/default/workspace?path=%7B%7D&manifest=zzz',
    '/toolsets?dialog=%7B%7D',
  ]) {
    await visitor.goTo(place);
    expect(await page.getByRole('alert').count(), place).toBe(0);
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('an id that names nothing says so, and where the others are', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const nothing = '01930000-0000-7000-8000-000000000001';
  for (const [place, what] of [
    ['/calls/xyz', 'call'],
    [`/calls/${nothing}`, 'call'],
    ['/tools/nope', 'tool'],
    ['/chats/xyz', 'chat'],
    [`/chats/${nothing}`, 'chat'],
    ['/toolsets/nope', 'toolset'],
  ] as const) {
    await visitor.goTo(place);
    await page.getByText(`No ${what} has this id`).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count(), place).toBe(0);
  }
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

test('a room whose code the server cannot give now is entered when it can', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/toolsets');
  const away = /\/ui\/assets\/|\/healthz$/;
  const looked = page.waitForRequest(/\/healthz$/);
  await page.route(away, (route) => route.abort());
  await page.getByRole('link', { name: 'Activity' }).click();
  await looked;
  await page.unroute(away);
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  await visitor.leave();
});
