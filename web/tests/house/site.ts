import { EventEmitter, once } from 'node:events';
import { createServer, type Server as Http, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A web server of somebody else, on a free port, that remembers what it was asked for. */
export class Site {
  /** Method and address of every request. */
  readonly heard: string[] = [];
  readonly #asked = new EventEmitter();

  private constructor(private readonly http: Http) {}

  static async open(answer: Answer): Promise<Site> {
    const http = createServer((request, response) => {
      site.#hear(request);
      answer(request, response);
    });
    http.on('upgrade', (request, socket) => {
      site.#hear(request);
      socket.destroy();
    });
    const site = new Site(http);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return site;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Waits until the site is asked for this path. */
  async hears(path: string): Promise<void> {
    while (!this.heard.some((line) => line.endsWith(` ${path}`))) await once(this.#asked, 'asked');
  }

  #hear(request: IncomingMessage): void {
    this.heard.push(`${request.method} ${request.url}`);
    this.#asked.emit('asked');
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    this.http.close();
    await once(this.http, 'close');
  }
}

/** An answer with a page. */
export function page(html: string, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
    response.end(html);
  };
}
