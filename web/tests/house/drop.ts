import type { Page } from 'playwright-core';

/** Drops a file onto the page, as a file manager would. `hovering` happens before it is let go. */
export async function drop(
  page: Page,
  name: string,
  content: Buffer,
  hovering?: () => Promise<void>,
): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0));
      const carried = new DataTransfer();
      carried.items.add(new File([bytes], fileName ?? ''));
      return carried;
    },
    [name, content.toString('base64')],
  );
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
  await hovering?.();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}
