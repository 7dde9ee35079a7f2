import type { Scope } from '@/app/session';

/** The scopes from the smallest on, each with what it adds. */
export const scopes: readonly { scope: Scope; title: string; may: string }[] = [
  { scope: 'read', title: 'Read', may: 'Look at toolsets, tools, calls, chats, workspaces and events.' },
  {
    scope: 'run',
    title: 'Run',
    may: 'Everything of Read, and call tools, write messages and change workspace files.',
  },
  {
    scope: 'admin',
    title: 'Admin',
    may: 'Everything of Run, and install and configure toolsets, approve calls and hand out tokens.',
  },
];
