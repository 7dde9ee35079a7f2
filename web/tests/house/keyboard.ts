import type { Locator, Page } from 'playwright-core';

/** Far more stops than any page of the tests has. */
const STOPS_MAX = 120;

/** Goes with the Tab key until `target` has the focus. A thing that no Tab reaches is an error. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab reaches ${target}`);
}
