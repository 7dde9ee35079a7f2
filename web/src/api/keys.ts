import type { HouseEvent } from './events';

/**
 * The names under which answers are kept. Each begins with the thing it is about, so that an event can say
 * "everything about calls is old" without knowing who shows it.
 */
export const keys = {
  session: ['session'] as const,
  toolsets: ['toolsets'] as const,
  toolset: (id: string) => ['toolsets', id] as const,
  servers: ['servers'] as const,
  server: (key: string) => ['servers', key] as const,
  tools: ['tools'] as const,
  tool: (id: string) => ['tools', id] as const,
  calls: ['calls'] as const,
  callList: (filter: object) => ['calls', 'list', filter] as const,
  call: (id: string) => ['calls', 'one', id] as const,
  /** Apart from `calls`: it is thousands of rows, which events change one by one. */
  timeline: (filter: object) => ['timeline', filter] as const,
  chats: ['chats'] as const,
  chat: (id: string) => ['chats', id] as const,
  workspace: (chat: string) => ['workspace', chat] as const,
  activity: ['activity'] as const,
  policy: ['policy'] as const,
  grants: ['grants'] as const,
  workers: ['workers'] as const,
  worker: (name: string) => ['workers', 'one', name] as const,
  chest: (chat: string) => ['chest', chat] as const,
  tokens: ['tokens'] as const,
  models: ['models'] as const,
  config: ['config'] as const,
  configOf: (kind: string, id: string) => ['config', kind, id] as const,
  build: (tool: string) => ['build', tool] as const,
  schedules: ['schedules'] as const,
  prompts: ['prompts'] as const,
  webhook: (tool: string) => ['webhook', tool] as const,
  stats: ['stats'] as const,
  statsOf: (tool: string) => ['stats', tool] as const,
  retention: ['retention'] as const,
};

/** What an event makes old. */
export function staleAfter(event: HouseEvent): readonly (readonly unknown[])[] {
  switch (event.type) {
    case 'call_pending':
    case 'call_previewed':
    case 'call_started':
      return [keys.calls, keys.activity, keys.chat(event.chat_id)];
    case 'call_finished':
      return [keys.calls, keys.activity, keys.chat(event.chat_id), keys.stats, keys.schedules];
    case 'schedule_changed':
      return [keys.schedules];
    case 'prompt_added':
      return [keys.prompts];
    case 'toolset_installed':
    case 'toolset_changed':
    case 'toolset_removed':
      // A changed bundle lets grants lapse.
      return [keys.toolsets, keys.tools, keys.servers, keys.grants, keys.workers, ['chest']];
    case 'tool_build':
      // A line of its log says nothing to a list.
      return event.line == null ? [keys.tools, keys.toolsets] : [];
    case 'server_status':
      return [keys.servers];
    case 'server_tools':
      return [keys.servers, keys.tools];
    case 'chest_changed':
      return [keys.chest(event.chat_id)];
    case 'workers_changed':
      // A worker can bring toolsets.
      return [keys.workers, keys.toolsets, keys.tools];
    case 'policy_changed':
      return [keys.policy];
    case 'grants_changed':
      return [keys.grants];
    case 'chat_created':
    case 'chat_changed':
      return [keys.chats];
    case 'message_added':
    case 'reply_changed':
    case 'leaf_moved':
      return [keys.chats];
    case 'workspace_changed':
      return [keys.workspace(event.chat_id), keys.chat(event.chat_id)];
    case 'lagged':
      // Nobody knows what happened: everything may be old.
      return [[]];
    default:
      return [];
  }
}
