import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, LogOut, Monitor, Moon, Search, Sun, X } from 'lucide-react';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';
import { signOut } from '@/api/token';
import { IconButton } from '@/components/button';
import { classNames } from '@/components/class-names';
import { destinations } from './navigation';
import { setTheme, type Theme, useTheme } from './theme';

interface Props {
  /** On a phone the bar is a drawer. */
  open: boolean;
  onClose: () => void;
  onSearch: () => void;
}

export function SideBar({ open, onClose, onSearch }: Props) {
  return (
    <>
      {open ? (
        <button
          type="button"
          aria-label="Close the menu"
          className="fixed inset-0 z-30 bg-black/50 md:hidden"
          onClick={onClose}
        />
      ) : null}
      <aside
        aria-label="Side bar"
        className={classNames(
          'z-40 flex w-60 shrink-0 flex-col border-r border-line bg-surface',
          'fixed inset-y-0 left-0 md:sticky md:top-0 md:h-dvh',
          open ? 'flex' : 'hidden md:flex',
        )}
      >
        <div className="pegs flex items-center justify-between px-4 py-4">
          <Link to="/toolsets" className="flex items-center gap-2.5 font-semibold" onClick={onClose}>
            <img src="/ui/icon.svg" alt="" width={26} height={26} />
            Pegboard
          </Link>
          <span className="md:hidden">
            <IconButton icon={X} label="Close the menu" onClick={onClose} />
          </span>
        </div>
        <button
          type="button"
          onClick={onSearch}
          className="mx-3 mb-2 flex items-center gap-2 rounded-md border border-line px-3 py-1.5 text-sm text-muted hover:bg-sunken"
        >
          <Search aria-hidden size={15} />
          <span className="flex-1 text-left">Search</span>
          <kbd className="text-xs">Ctrl K</kbd>
        </button>
        <nav aria-label="Pages" className="flex-1 overflow-y-auto px-3 py-1">
          <ul className="flex flex-col gap-0.5">
            {destinations.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  onClick={onClose}
                  className="flex items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm text-muted hover:bg-sunken hover:text-ink"
                  activeProps={{ className: 'bg-accent-soft !text-ink font-medium', 'aria-current': 'page' }}
                >
                  <Icon aria-hidden size={16} />
                  <span className="flex-1">{label}</span>
                  {to === '/approvals' ? <Waiting /> : null}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Foot />
      </aside>
    </>
  );
}

/** How many calls wait for a person. */
function Waiting() {
  const { data } = useQuery({
    queryKey: keys.callList({ status: 'pending', count: true }),
    queryFn: () => got(api.GET('/calls', { params: { query: { status: 'pending', limit: 50 } } })),
  });
  const count = data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-warn-soft px-1.5 text-xs font-semibold text-warn">
      <span className="sr-only">waiting: </span>
      {data?.next_cursor ? `${count}+` : count}
    </span>
  );
}

const themes: Record<Theme, { icon: typeof Sun; next: Theme; label: string }> = {
  system: { icon: Monitor, next: 'light', label: 'Theme: as the system. Change to light' },
  light: { icon: Sun, next: 'dark', label: 'Theme: light. Change to dark' },
  dark: { icon: Moon, next: 'system', label: 'Theme: dark. Change to the system’s' },
};

function Foot() {
  const { chosen } = useTheme();
  const theme = themes[chosen];
  return (
    <div className="flex items-center justify-between border-t border-line px-3 py-2">
      <a
        href="/docs/"
        target="_blank"
        rel="noreferrer"
        className="flex items-center gap-2 px-2 text-sm text-muted hover:text-ink"
      >
        <BookOpen aria-hidden size={15} />
        API
      </a>
      <span className="flex">
        <IconButton icon={theme.icon} label={theme.label} onClick={() => setTheme(theme.next)} />
        <IconButton icon={LogOut} label="Sign out" onClick={signOut} />
      </span>
    </div>
  );
}
