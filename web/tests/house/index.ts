import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, type Theme, Visitor } from './browser';
import { example, Server } from './server';

export type { Theme } from './browser';
export { Visitor } from './browser';
export { example, program, Server } from './server';
export { page, Site } from './site';
export { echoToolset, installMade, installNamed } from './toolset';

interface Options {
  /** Example toolsets to install first. */
  toolsets?: string[];
  /** Further options of `pegboard serve`. */
  serve?: string[];
  /** Its environment, beside that of the tests. */
  env?: Record<string, string>;
}

/** A server with example toolsets and a browser, for the tests of one file. */
export class House {
  #server: Server | null = null;
  #browser: Browser | null = null;

  /** Opens before the file's first test and closes after its last. */
  static forThisFile(options: Options = {}): House {
    const house = new House();
    beforeAll(async () => {
      house.#server = await Server.start(options.serve, options.env);
      for (const name of options.toolsets ?? []) await house.#server.install(example(name));
      house.#browser = await openBrowser();
    });
    afterAll(async () => {
      await house.#browser?.close();
      await house.#server?.stop();
    });
    return house;
  }

  get server(): Server {
    if (!this.#server) throw new Error('the house is not open yet');
    return this.#server;
  }

  visitor(theme: Theme = 'light', width?: number): Promise<Visitor> {
    if (!this.#browser) throw new Error('the house is not open yet');
    return Visitor.enter(this.#browser, this.server, theme, width);
  }
}

/** Both looks of the page. */
export const themes: readonly Theme[] = ['light', 'dark'];
