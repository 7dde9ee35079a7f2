import { api, fetchWithToken, got, type Schemas } from '@/api/client';
import { Problem } from '@/api/problem';
import { fileAddress } from '@/api/workspace-file';
import { handleIn } from '../plan';
import { type Fields, isFields, Refused } from './messages';

type Call = Schemas['Call'];

/** Bytes of a result that are handed to an app. */
const RESULT_MAX = 16 << 20;

/** The tool of a server by its own name, and the server's key, from a tool's id `mcp:TOOLSET~SERVER:TOOL`. */
export function ofServer(toolId: string): { server: string; tool: string } | null {
  const found = /^mcp:([^:]+~[^:]+):(.+)$/s.exec(toolId);
  return found?.[1] && found[2] ? { server: found[1], tool: found[2] } : null;
}

/** The id of a tool of the same server. */
export function besides(toolId: string, name: string): string {
  const of = ofServer(toolId);
  if (!of) throw new Refused('the app belongs to no MCP server');
  return `mcp:${of.server}:${name}`;
}

/**
 * Calls a tool for the app that shows `call`: one of the same server, that the server has for apps. It goes the way of every
 * call; `decided` waits for a person where policy asks for one.
 */
export async function callForApp(
  call: Call,
  name: string,
  args: Fields,
  decided: (pending: Call) => Promise<Call>,
): Promise<object> {
  const id = besides(call.tool_id, name);
  const tool = await orRefused(got(api.GET('/tools/{tool_id}', { params: { path: { tool_id: id } } })));
  // The server knows tools by other names as well; an app knows only those of its own server.
  if (tool.id !== id) throw new Refused(`there is no tool \`${name.slice(0, 80)}\` beside this one`);
  if (!tool.visibility.includes('app')) throw new Refused(`\`${name}\` is not there for apps`);
  const path = { tool_id: id };
  const body = { args: args as never, chat_id: call.chat_id };
  const made = await orRefused(got(api.POST('/tools/{tool_id}/call', { params: { path }, body })));
  return resultOf(made.status === 'pending' ? await decided(made) : made);
}

/** What a call led to, as a `CallToolResult`. */
export async function resultOf(call: Call): Promise<object> {
  if (call.error) {
    const { answer } = call.error as { answer?: unknown };
    if (isFields(answer)) return answer;
    return { content: [{ type: 'text', text: call.error.message }], isError: true };
  }
  const handle = handleIn(call.result);
  const result = handle ? await kept(call, handle.file, handle.bytes) : call.result;
  if (isFields(result)) return result;
  throw new Refused('the tool answered in no form that an app could read');
}

/** A result that was too large for the record, from the file that it became. */
async function kept(call: Call, path: string, bytes: number): Promise<unknown> {
  if (bytes > RESULT_MAX) throw new Refused(`the result is larger than ${RESULT_MAX >> 20} MiB`);
  const address = fileAddress(call.chat_id, path, call.post_manifest_id);
  return (await orRefused(fetchWithToken(address))).json();
}

/** Reads a resource of the server of the app that shows `call`. */
export async function readForApp(call: Call, uri: string): Promise<object> {
  const of = ofServer(call.tool_id);
  if (!of) throw new Refused('the app belongs to no MCP server');
  const params = { path: { server_key: of.server } };
  const body = { uri, chat_id: call.chat_id };
  return orRefused(got(api.POST('/mcp-servers/{server_key}/resources/read', { params, body })));
}

/** A problem of the server is for people; what an app hears of it is the sentence. */
async function orRefused<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Problem) throw new Refused(error.message);
    throw error;
  }
}
