import type { ConsoleMessage, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { echoToolset, House, installMade, Site, type Visitor } from '../house';

/** Runs the script that is in the tool's result, and says when it is done. */
const RUN = `<!doctype html><html><head><title>x</title></head><body><p>A chart</p><script>
  window.data = window.__TOOL_DATA__;
  addEventListener('load', () => {
    const script = document.createElement('script');
    script.textContent = 'try {' + data.code + '} catch (error) { console.log(String(error)) }';
    document.body.append(script);
    console.log('attacked');
  });
</script></body></html>`;

/** Shows what it was given, as a harmless template would. */
const SHOW = `<!doctype html><html><head><title>x</title></head><body><script>
  const out = document.createElement('pre');
  out.id = 'data';
  out.textContent = JSON.stringify(window.__TOOL_DATA__);
  document.body.append(out);
</script></body></html>`;

/** A house with a hostile toolset, and somebody else's site that the loot would go to. */
export class Stage {
  #site: Site | null = null;

  private constructor(readonly house: House) {}

  static forThisFile(): Stage {
    const stage = new Stage(House.forThisFile());
    beforeAll(async () => {
      stage.#site = await Site.open((request, response) => {
        const headers: Record<string, string> = { 'Content-Type': 'text/html; charset=utf-8' };
        if (request.url === '/deny') headers['X-Frame-Options'] = 'DENY';
        if (request.url === '/ancestors') headers['Content-Security-Policy'] = "frame-ancestors 'none'";
        response.writeHead(200, headers);
        response.end(stage.pages.get(request.url ?? '') ?? '<p>somebody else</p>');
      });
      await installMade(
        stage.house.server,
        echoToolset(
          'hostile',
          [
            { id: 'run', renderer: ['type: html', 'artifact: artifacts/run.html', 'data: $return'] },
            { id: 'show', renderer: ['type: html', 'artifact: artifacts/show.html', 'data: $return'] },
            { id: 'frame', renderer: ['type: frame', 'url: $return'] },
            { id: 'document', renderer: ['type: document', 'content: $return'] },
          ],
          { 'artifacts/run.html': RUN, 'artifacts/show.html': SHOW },
        ),
      );
    });
    afterAll(() => stage.#site?.close());
    return stage;
  }

  /** What the site answers, by path. */
  readonly pages = new Map<string, string>();

  get site(): Site {
    if (!this.#site) throw new Error('the stage is not built yet');
    return this.#site;
  }

  /** Calls a hostile tool and opens the call's page. */
  async show(visitor: Visitor, tool: 'run' | 'show' | 'frame' | 'document', value: unknown): Promise<string> {
    const { id } = await this.house.server.call(`hostile:${tool}`, { value });
    await visitor.goTo(`/calls/${id}`);
    return id;
  }

  /** Shows a template that runs `code`, and waits until it has. */
  async attack(visitor: Visitor, code: string): Promise<void> {
    const { page } = visitor;
    const attacked = page.waitForEvent('console', isAttacked);
    await this.show(visitor, 'run', { code, api: this.house.server.url });
    await attacked;
  }

  /**
   * Waits until whatever was asked for before would have arrived: the page itself frames the site, which it may, and
   * that request is the last one.
   */
  async settle(page: Page): Promise<void> {
    await page.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.src = url;
      document.body.append(frame);
      await loaded;
      frame.remove();
    }, `${this.site.url}/by-the-page`);
  }
}

function isAttacked(message: ConsoleMessage): boolean {
  return message.text() === 'attacked';
}

/** What a tool made, inside of the two frames around it. */
export function inside(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="Result of hostile"]').frameLocator('iframe');
}
