import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(repository, 'target');

/** The program under test; `PEGBOARD` names another build. */
export const program = process.env.PEGBOARD ?? join(target, 'debug', 'pegboard');

/** A folder of `examples/toolsets`. */
export function example(name: string): string {
  return join(repository, 'examples', 'toolsets', name);
}

/** What the tests ask of a call. */
export interface Called {
  id: string;
  chat_id: string;
  message_id: string;
  status: string;
  result: unknown;
}

/** A running server on a free port, with a data folder of its own. */
export class Server {
  private constructor(
    readonly data: string,
    readonly url: string,
    readonly token: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(options: string[] = [], env: Record<string, string> = {}): Promise<Server> {
    const data = await mkdtemp(join(tmpdir(), 'pegboard-page-'));
    const child = spawn(program, ['serve', '--data', data, '--listen', '127.0.0.1:0', ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    const url = await addressOf(child);
    const token = (await readFile(join(data, 'token'), 'utf8')).trim();
    return new Server(data, url, token, child);
  }

  /** A request with the first token; anything but a success is an error. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${this.token}`);
    const response = await fetch(this.url + path, { ...init, headers });
    if (!response.ok)
      throw new Error(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async json<T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
    const init: RequestInit = { method };
    if (body !== undefined) {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    return (await this.request(path, init)).json() as Promise<T>;
  }

  /** Installs a folder as a toolset. */
  install(folder: string): Promise<{ id: string }> {
    return this.json('/toolsets/import', { source_type: 'local', source_ref: folder });
  }

  /** Calls a tool in the default chat, or in another. */
  call(tool: string, args: object, chat?: string): Promise<Called> {
    return this.json(`/tools/${encodeURIComponent(tool)}/call`, { args, ...(chat ? { chat_id: chat } : {}) });
  }

  /** Puts a file into a chat's workspace. */
  async put(chat: string, path: string, content: string | Uint8Array): Promise<void> {
    const body = typeof content === 'string' ? content : new Uint8Array(content);
    const place = path.split('/').map(encodeURIComponent).join('/');
    await this.request(`/chats/${chat}/workspace/files/${place}`, { method: 'PUT', body });
  }

  /** The bytes of a file of a chat's workspace. */
  async file(chat: string, path: string): Promise<Buffer> {
    const place = path.split('/').map(encodeURIComponent).join('/');
    const response = await this.request(`/chats/${chat}/workspace/files/${place}`);
    return Buffer.from(await response.arrayBuffer());
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    await rm(this.data, { recursive: true, force: true });
  }
}

/** Reads where the server listens from what it prints. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
    child.once('error', reject);
  });
}
