import { Allowance } from '../allowance';
import { HeightGate } from '../frame/frame-height';
import {
  codes,
  type Fields,
  isFields,
  type Message,
  type Outgoing,
  Refused,
  readMessage,
  textAt,
} from './messages';

/** The version of MCP Apps that is spoken here. */
const PROTOCOL = '2026-01-26';

/** Messages at once, and more each second; what comes beyond is not heard. */
const MESSAGES_AT_ONCE = 300;
const MESSAGES_PER_SECOND = 50;
/** The same for calls of tools and reading of resources; what comes beyond is refused. */
const REQUESTS_AT_ONCE = 20;
const REQUESTS_PER_SECOND = 0.5;
/** The same for links: a person is asked about each, and must not be kept at it. */
const LINKS_AT_ONCE = 3;
const LINKS_PER_SECOND = 0.1;
/** Requests under way, those that wait for a person among them. */
const OPEN_MAX = 8;

/** What an app is shown of a call. */
export interface ShownCall {
  /** The tool as its server describes it, as far as it is known. */
  tool: { name: string; inputSchema: object } | null;
  args: object;
  /** The tool's `CallToolResult`. */
  result: object;
}

/** What an app may ask of the page around it. Whoever refuses throws. */
export interface Doors {
  callTool: (name: string, args: Fields) => Promise<object>;
  readResource: (uri: string) => Promise<object>;
  /** Resolves to whether a person let it happen. */
  openLink: (url: string) => Promise<boolean>;
  /** Takes a text that is meant for the conversation. */
  say: (text: string) => void;
  resize: (height: number) => void;
}

/** How the page looks to an app (`hostContext`). */
export type Surroundings = Fields;

/** The host of one app in a frame: hears its messages, answers them, and tells it of the call that it shows. */
export class AppHost {
  readonly #messages: Allowance;
  readonly #requests: Allowance;
  readonly #links: Allowance;
  readonly #height: HeightGate;
  #open = 0;
  #ready = false;
  #closed = false;

  constructor(
    private readonly shown: ShownCall,
    private readonly version: string,
    private surroundings: Surroundings,
    private readonly doors: Doors,
    private readonly send: (message: Outgoing) => void,
    now: number,
  ) {
    this.#messages = new Allowance(MESSAGES_AT_ONCE, MESSAGES_PER_SECOND, now);
    this.#requests = new Allowance(REQUESTS_AT_ONCE, REQUESTS_PER_SECOND, now);
    this.#links = new Allowance(LINKS_AT_ONCE, LINKS_PER_SECOND, now);
    this.#height = new HeightGate(now);
  }

  /** Hears a message from the app's frame. */
  hear(data: unknown, now: number): void {
    const message = readMessage(data);
    if (this.#closed || !message || !this.#messages.take(now)) return;
    if (message.kind === 'request') void this.#answer(message, now);
    else this.#note(message, now);
  }

  /** Tells the app what has changed around it. */
  surround(changed: Surroundings): void {
    this.surroundings = { ...this.surroundings, ...changed };
    if (this.#ready) this.#tell('ui/notifications/host-context-changed', changed);
  }

  /** The app is gone: answers that are still to come go nowhere. */
  close(): void {
    this.#closed = true;
  }

  async #answer({ id, method, params }: Message & { kind: 'request' }, now: number): Promise<void> {
    const reply = (answer: { result: object } | { error: { code: number; message: string } }) => {
      if (!this.#closed) this.send({ jsonrpc: '2.0', id, ...answer });
    };
    if (this.#open >= OPEN_MAX) {
      reply({ error: { code: codes.refused, message: `${OPEN_MAX} requests are being answered already` } });
      return;
    }
    this.#open += 1;
    try {
      reply({ result: await this.#do(method, params, now) });
    } catch (error) {
      const code = error instanceof Refused ? error.code : codes.refused;
      reply({ error: { code, message: error instanceof Error ? error.message : 'it failed' } });
    } finally {
      this.#open -= 1;
    }
  }

  async #do(method: string, params: Fields, now: number): Promise<object> {
    switch (method) {
      case 'ui/initialize':
        this.#ready = false;
        return this.#introduction();
      case 'ping':
        return {};
      case 'ui/request-display-mode':
        // There is one.
        return { mode: 'inline' };
      case 'ui/open-link':
        return (await this.doors.openLink(this.#link(params, now))) ? {} : { isError: true };
      case 'ui/message':
        this.#spend(now);
        this.doors.say(textOf(params.content));
        return {};
      case 'tools/call':
        this.#spend(now);
        return this.doors.callTool(textAt(params, 'name'), argumentsIn(params));
      case 'resources/read':
        this.#spend(now);
        return this.doors.readResource(textAt(params, 'uri'));
      default:
        throw new Refused(`Pegboard does not know \`${method.slice(0, 80)}\``, codes.unknownMethod);
    }
  }

  #note({ method, params }: Message, now: number): void {
    if (method === 'ui/notifications/initialized' && !this.#ready) {
      this.#ready = true;
      this.#tell('ui/notifications/tool-input', { arguments: this.shown.args });
      this.#tell('ui/notifications/tool-result', this.shown.result);
    } else if (method === 'ui/notifications/size-changed') {
      const height = this.#height.grant(params.height, now);
      if (height !== null) this.doors.resize(height);
    }
  }

  #introduction(): object {
    const { tool } = this.shown;
    return {
      protocolVersion: PROTOCOL,
      hostInfo: { name: 'Pegboard', version: this.version },
      hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {}, message: { text: {} } },
      hostContext: { ...(tool ? { toolInfo: { tool } } : {}), ...this.surroundings },
    };
  }

  #link(params: Fields, now: number): string {
    const url = webAddress(textAt(params, 'url'));
    if (!this.#links.take(now)) {
      throw new Refused(`too many links: ${LINKS_PER_SECOND * 60} a minute are asked about`);
    }
    return url;
  }

  #spend(now: number): void {
    if (!this.#requests.take(now)) {
      throw new Refused(`too many requests: ${REQUESTS_PER_SECOND * 60} a minute are answered`);
    }
  }

  #tell(method: string, params: object): void {
    this.send({ jsonrpc: '2.0', method, params });
  }
}

function argumentsIn(params: Fields): Fields {
  const { arguments: args = {} } = params;
  if (!isFields(args)) throw new Refused('`arguments` must be an object', codes.invalidParams);
  return args;
}

/** Longer addresses are no links that a person could judge. */
const ADDRESS_MAX = 2048;

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || text.length > ADDRESS_MAX) {
    throw new Refused('only http and https addresses are opened', codes.invalidParams);
  }
  return url.href;
}

/** Characters of a message that are shown. */
const SAID_MAX = 10_000;

/** The texts of the blocks of a message; an app may send one block without a list. */
function textOf(content: unknown): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks
    .filter(isFields)
    .filter(({ type, text }) => type === 'text' && typeof text === 'string');
  if (texts.length === 0) throw new Refused('only texts are taken', codes.invalidParams);
  const said = texts.map(({ text }) => text).join('\n\n');
  return said.length > SAID_MAX ? `${said.slice(0, SAID_MAX)}…` : said;
}
