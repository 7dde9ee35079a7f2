import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Server } from './server';

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Debian's Chromium, or the one that `CHROMIUM` names. */
export const executablePath = candidates.find((path) => path && existsSync(path));

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Theme = 'light' | 'dark';

export async function openBrowser(): Promise<Browser> {
  if (!executablePath)
    throw new Error('There is no Chromium here: `apt-get install chromium`, or set CHROMIUM.');
  return chromium.launch({ executablePath, args: flags });
}

/** A signed-in visitor with a page of their own. */
export class Visitor {
  /** What the page's console said in anger; a test that ends with some has found a bug. */
  readonly complaints: string[] = [];

  private constructor(
    readonly server: Server,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  static async enter(
    browser: Browser,
    server: Server,
    theme: Theme = 'light',
    width = 1280,
  ): Promise<Visitor> {
    const context = await browser.newContext({
      colorScheme: theme,
      viewport: { width, height: 800 },
      acceptDownloads: true,
      reducedMotion: 'reduce',
    });
    const visitor = new Visitor(server, context, await context.newPage());
    await visitor.page.goto(`${server.url}/ui/#token=${server.token}`);
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    return visitor;
  }

  /** Goes to an address of the page, such as `/tools`, and waits for its heading. */
  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.server.url}/ui${path}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Everything that WCAG 2.2 AA and axe's own good practice find wrong, as one line each. */
  async accessibilityFaults(): Promise<string[]> {
    await this.page.evaluate(axe.source);
    const found = await this.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      const report = await axe.run(document, { runOnly: tags, iframes: false });
      return report.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: nodes.map((node) => node.html),
      }));
    });
    return found.map(({ id, help, at }) => `${id}: ${help}\n  ${at.join('\n  ')}`);
  }

  /** Keeps a picture for whoever looks at the run: of the whole page, or of what the window shows of a long list. */
  async picture(name: string, extent: 'page' | 'window' = 'page'): Promise<void> {
    const folder = fileURLToPath(new URL('../../artifacts/', import.meta.url));
    await mkdir(folder, { recursive: true });
    await this.page.screenshot({ path: `${folder}${name}.png`, fullPage: extent === 'page' });
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
