import { expect, test } from 'vitest';
import { House, installMade, themes, type Visitor } from './house';

const house = House.forThisFile();

/** A toolset that needs to be told something before its tool can work. */
function weather(id: string) {
  return {
    'toolset.yaml': `manifest_version: "1"
id: ${id}
name: Weather of ${id}
version: "1.0.0"
config_schema:
  api_key: {description: "Your key at \`weather.example\`", secret: true, required: true}
  endpoint: {description: "Where to ask", default: "https://weather.example"}
tools:
  - id: now
    entrypoint: weather:now
    input_schema: {type: object, properties: {city: {type: string}}}
`,
    'weather.py': `def now(city=""):
    return {"city": city, "degrees": 21}
`,
  };
}

async function open(visitor: Visitor, id: string, tab = ''): Promise<void> {
  await visitor.goTo(`/tools/${encodeURIComponent(`${id}:now`)}${tab}`);
}

for (const theme of themes) {
  test(`a tool says what it lacks, is told it, and never tells a secret, in the ${theme} theme`, async () => {
    const id = `weather-${theme}`;
    await installMade(house.server, weather(id));
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await open(visitor, id);
    await page.getByText('It cannot run without api_key.').waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('link', { name: 'Write its settings' }).click();

    await page.getByText('missing', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByRole('status').getByText('api_key').waitFor();
    const secret = `sk-${theme}-0123456789`;
    await page.getByLabel('api_key', { exact: true }).fill(secret);
    await page.getByText('Save first').waitFor();
    await page.getByLabel('endpoint', { exact: true }).fill('https://other.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('secret is set').waitFor();
    await page.getByText('connected').first().waitFor();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('Configuration looks complete').waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`config-${theme}`);

    await page.reload();
    await page.getByText('secret is set').waitFor();
    expect(await page.getByLabel('endpoint', { exact: true }).inputValue()).toBe('https://other.example');
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: 'Replace api_key' }).click();
    const field = page.getByRole('textbox', { name: 'api_key' }).or(page.locator('input[type=password]'));
    expect(await field.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Leave api_key as it is' }).click();
    await page.getByRole('button', { name: 'Remove api_key' }).click();
    await page.getByText('missing', { exact: true }).waitFor();
    await page.getByText('needs settings').first().waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('settings that are not saved are not left behind unasked', async () => {
  await installMade(house.server, weather('weather-left'));
  const visitor = await house.visitor();
  const { page } = visitor;
  await open(visitor, 'weather-left', '?tab=settings');
  await page.getByLabel('endpoint', { exact: true }).fill('https://half.example');
  await page.getByRole('link', { name: 'Calls' }).first().click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('endpoint', { exact: true }).inputValue()).toBe('https://half.example');
  await visitor.leave();
});

test('a toolset’s settings are those of its tools, and are written on a phone', async () => {
  await installMade(house.server, weather('weather-small'));
  const visitor = await house.visitor('dark', 390);
  const { page } = visitor;
  await visitor.goTo('/toolsets/weather-small');
  await page.getByText('needs settings').first().waitFor();
  await page.getByLabel('api_key', { exact: true }).fill('sk-small-0123456789');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('secret is set').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.picture('config-phone');
  await open(visitor, 'weather-small', '?tab=settings');
  await page.getByText('secret is set').waitFor();
  await visitor.leave();
});
