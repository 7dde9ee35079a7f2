import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Failure, NotFound } from './failure';
import { activitySearch, callsSearch, toolSearch, toolsetsSearch, toolsSearch } from './search';
import { Shell } from './shell';

// The index of the page: every address, and the room that shows it. Each room is loaded when it is first entered.
const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Failure });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/toolsets' });
  },
});

const toolsets = createRoute({
  getParentRoute: () => root,
  path: '/toolsets',
  validateSearch: toolsetsSearch,
  component: lazyRouteComponent(() => import('@/features/toolsets/toolsets-page'), 'ToolsetsPage'),
});
const toolset = createRoute({
  getParentRoute: () => root,
  path: '/toolsets/$toolsetId',
  component: lazyRouteComponent(() => import('@/features/toolsets/toolset-page'), 'ToolsetPage'),
});
const mcpServers = createRoute({
  getParentRoute: () => root,
  path: '/mcp-servers',
  component: lazyRouteComponent(() => import('@/features/mcp-servers/mcp-servers-page'), 'McpServersPage'),
});
const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  validateSearch: toolsSearch,
  component: lazyRouteComponent(() => import('@/features/tools/tools-page'), 'ToolsPage'),
});
const tool = createRoute({
  getParentRoute: () => root,
  path: '/tools/$toolId',
  validateSearch: toolSearch,
  component: lazyRouteComponent(() => import('@/features/tools/tool-page'), 'ToolPage'),
});
const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  validateSearch: callsSearch,
  component: lazyRouteComponent(() => import('@/features/calls/calls-page'), 'CallsPage'),
});
const call = createRoute({
  getParentRoute: () => root,
  path: '/calls/$callId',
  component: lazyRouteComponent(() => import('@/features/calls/call-page'), 'CallPage'),
});
const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  component: lazyRouteComponent(() => import('@/features/approvals/approvals-page'), 'ApprovalsPage'),
});
const chats = createRoute({
  getParentRoute: () => root,
  path: '/chats',
  component: lazyRouteComponent(() => import('@/features/chats/chats-page'), 'ChatsPage'),
});
const chat = createRoute({
  getParentRoute: () => root,
  path: '/chats/$chatId',
  component: lazyRouteComponent(() => import('@/features/chats/chat-page'), 'ChatPage'),
});

/** What the workspace shows: a file, and which state of it. */
export interface WorkspaceSearch {
  path?: string;
  manifest?: string;
}

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/chats/$chatId/workspace',
  validateSearch: (search: Record<string, unknown>): WorkspaceSearch => ({
    ...(typeof search.path === 'string' ? { path: search.path } : {}),
    ...(typeof search.manifest === 'string' ? { manifest: search.manifest } : {}),
  }),
  component: lazyRouteComponent(() => import('@/features/workspace/workspace-page'), 'WorkspacePage'),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('@/features/activity/activity-page'), 'ActivityPage'),
});
const renderers = createRoute({
  getParentRoute: () => root,
  path: '/renderers',
  component: lazyRouteComponent(() => import('@/features/renderers/gallery-page'), 'GalleryPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('@/features/settings/settings-page'), 'SettingsPage'),
});
const doctor = createRoute({
  getParentRoute: () => root,
  path: '/doctor',
  component: lazyRouteComponent(() => import('@/features/doctor/doctor-page'), 'DoctorPage'),
});

const tree = root.addChildren([
  home,
  toolsets,
  toolset,
  mcpServers,
  tools,
  tool,
  calls,
  call,
  approvals,
  chats,
  chat,
  workspace,
  activity,
  renderers,
  settings,
  doctor,
]);

export const router = createRouter({
  routeTree: tree,
  basepath: '/ui',
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
