import {
  Activity,
  Bot,
  Boxes,
  CalendarClock,
  CheckCheck,
  History,
  type LucideIcon,
  MessagesSquare,
  Plug,
  Settings,
  Shapes,
  ShieldCheck,
  Stethoscope,
  Wrench,
} from 'lucide-react';

export interface Destination {
  to:
    | '/toolsets'
    | '/mcp-servers'
    | '/tools'
    | '/workers'
    | '/calls'
    | '/approvals'
    | '/policy'
    | '/chats'
    | '/schedules'
    | '/activity'
    | '/renderers'
    | '/settings'
    | '/doctor';
  label: string;
  icon: LucideIcon;
  /** Pressed after `g`. */
  key: string;
}

/** Where one can go, in the order of the side bar. */
export const destinations: readonly Destination[] = [
  { to: '/toolsets', label: 'Toolsets', icon: Boxes, key: 's' },
  { to: '/mcp-servers', label: 'MCP servers', icon: Plug, key: 'm' },
  { to: '/tools', label: 'Tools', icon: Wrench, key: 't' },
  { to: '/workers', label: 'Workers', icon: Bot, key: 'w' },
  { to: '/calls', label: 'Calls', icon: History, key: 'c' },
  { to: '/approvals', label: 'Approvals', icon: CheckCheck, key: 'a' },
  { to: '/policy', label: 'Policy', icon: ShieldCheck, key: 'p' },
  { to: '/chats', label: 'Chats', icon: MessagesSquare, key: 'h' },
  { to: '/schedules', label: 'Schedules', icon: CalendarClock, key: 'e' },
  { to: '/activity', label: 'Activity', icon: Activity, key: 'v' },
  { to: '/renderers', label: 'Renderers', icon: Shapes, key: 'r' },
  { to: '/settings', label: 'Settings', icon: Settings, key: ',' },
  { to: '/doctor', label: 'Doctor', icon: Stethoscope, key: 'd' },
];
