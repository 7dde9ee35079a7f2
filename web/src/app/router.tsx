import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Failure, NotFound } from './failure';
import { whenServed } from './rooms';
import {
  activitySearch,
  callsSearch,
  chatSearch,
  chatsSearch,
  schedulesSearch,
  toolSearch,
  toolsetsSearch,
  toolsSearch,
  workerSearch,
  workspaceSearch,
} from './search';
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
  component: lazyRouteComponent(
    whenServed(() => import('@/features/toolsets/toolsets-page')),
    'ToolsetsPage',
  ),
});
const toolset = createRoute({
  getParentRoute: () => root,
  path: '/toolsets/$toolsetId',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/toolsets/toolset-page')),
    'ToolsetPage',
  ),
});
const mcpServers = createRoute({
  getParentRoute: () => root,
  path: '/mcp-servers',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/mcp-servers/mcp-servers-page')),
    'McpServersPage',
  ),
});
const mcpServer = createRoute({
  getParentRoute: () => root,
  path: '/mcp-servers/$serverKey',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/mcp-servers/server-page')),
    'ServerPage',
  ),
});
const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/mcp-servers/connect/connect-page')),
    'ConnectPage',
  ),
});
const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  validateSearch: toolsSearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/tools/tools-page')),
    'ToolsPage',
  ),
});
const tool = createRoute({
  getParentRoute: () => root,
  path: '/tools/$toolId',
  validateSearch: toolSearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/tools/tool-page')),
    'ToolPage',
  ),
});
const workers = createRoute({
  getParentRoute: () => root,
  path: '/workers',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/workers/workers-page')),
    'WorkersPage',
  ),
});
const worker = createRoute({
  getParentRoute: () => root,
  path: '/workers/$workerName',
  validateSearch: workerSearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/workers/worker-page')),
    'WorkerPage',
  ),
});
const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  validateSearch: callsSearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/calls/calls-page')),
    'CallsPage',
  ),
});
const call = createRoute({
  getParentRoute: () => root,
  path: '/calls/$callId',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/calls/call-page')),
    'CallPage',
  ),
});
const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/approvals/approvals-page')),
    'ApprovalsPage',
  ),
});
const policy = createRoute({
  getParentRoute: () => root,
  path: '/policy',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/policy/policy-page')),
    'PolicyPage',
  ),
});
const chats = createRoute({
  getParentRoute: () => root,
  path: '/chats',
  validateSearch: chatsSearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/chats/chats-page')),
    'ChatsPage',
  ),
});
const chat = createRoute({
  getParentRoute: () => root,
  path: '/chats/$chatId',
  validateSearch: chatSearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/chats/chat-page')),
    'ChatPage',
  ),
});

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/chats/$chatId/workspace',
  validateSearch: workspaceSearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/workspace/workspace-page')),
    'WorkspacePage',
  ),
});
const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  validateSearch: schedulesSearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/schedules/schedules-page')),
    'SchedulesPage',
  ),
});
const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: activitySearch,
  component: lazyRouteComponent(
    whenServed(() => import('@/features/activity/activity-page')),
    'ActivityPage',
  ),
});
const renderers = createRoute({
  getParentRoute: () => root,
  path: '/renderers',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/renderers/gallery-page')),
    'GalleryPage',
  ),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/settings/settings-page')),
    'SettingsPage',
  ),
});
const doctor = createRoute({
  getParentRoute: () => root,
  path: '/doctor',
  component: lazyRouteComponent(
    whenServed(() => import('@/features/doctor/doctor-page')),
    'DoctorPage',
  ),
});

const tree = root.addChildren([
  home,
  toolsets,
  toolset,
  mcpServers,
  mcpServer,
  connect,
  tools,
  tool,
  workers,
  worker,
  calls,
  call,
  approvals,
  policy,
  chats,
  chat,
  workspace,
  schedules,
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
