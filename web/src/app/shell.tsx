import { Link, Outlet } from '@tanstack/react-router';
import { Menu as MenuIcon, Search, Unplug } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@/components/button';
import { killSwitchOf, usePolicy } from './house-policy';
import { useConnection } from './live';
import { useShortcuts } from './shortcuts';
import { SideBar } from './side-bar';

// What a first visit can do without comes when it is needed.
const Palette = lazy(() => import('./palette-window'));
const ShortcutList = lazy(() => import('./shortcut-list'));
const KillSwitchNote = lazy(() => import('./kill-switch-note'));
const Toasts = lazy(() => import('@/components/toasts'));

/** The frame around every page: side bar, search, notices. */
export function Shell() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [listOpen, setListOpen] = useState(false);
  const [actions] = useState(() => ({
    palette: () => setPaletteOpen((open) => !open),
    list: () => setListOpen(true),
  }));
  useShortcuts(actions);

  return (
    <div className="flex min-h-dvh">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded focus:bg-surface focus:p-3"
      >
        Skip to the page
      </a>
      <SideBar open={menuOpen} onClose={() => setMenuOpen(false)} onSearch={() => setPaletteOpen(true)} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex items-center justify-between border-b border-line bg-surface px-3 py-1 md:hidden">
          <IconButton icon={MenuIcon} label="Open the menu" onClick={() => setMenuOpen(true)} />
          <Link to="/toolsets" className="font-semibold">
            Pegboard
          </Link>
          <IconButton icon={Search} label="Search and commands" onClick={() => setPaletteOpen(true)} />
        </header>
        <ConnectionNote />
        <KillSwitch />
        <main id="page" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <Outlet />
        </main>
      </div>
      <Suspense fallback={null}>
        {paletteOpen ? <Palette open onOpenChange={setPaletteOpen} /> : null}
        {listOpen ? <ShortcutList open onOpenChange={setListOpen} /> : null}
        <Toasts />
      </Suspense>
    </div>
  );
}

/** Says so when no tool runs. */
function KillSwitch() {
  const state = killSwitchOf(usePolicy().data);
  if (state !== 'off' && state !== 'fixed') return null;
  return (
    <Suspense fallback={null}>
      <KillSwitchNote />
    </Suspense>
  );
}

/** Says so when the page no longer hears what happens, instead of showing old things as new. */
function ConnectionNote() {
  const connection = useConnection();
  if (connection !== 'lost') return null;
  return (
    <p role="status" className="flex items-center gap-2 bg-warn-soft px-4 py-2 text-sm text-ink">
      <Unplug aria-hidden size={16} className="text-warn" />
      The connection to the server is lost. What stands here may be old; the page goes on by itself when it is
      back.
    </p>
  );
}
