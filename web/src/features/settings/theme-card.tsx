import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from '@/app/theme';
import { Card } from '@/components/card';

const choices: readonly { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'system', label: 'As the system', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];

/** How the page looks, on this browser. */
export function ThemeCard() {
  const { chosen } = useTheme();
  return (
    <Card title="Theme">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Theme</legend>
        {choices.map(({ theme, label, icon: Icon }) => (
          <label
            key={theme}
            className="flex cursor-pointer items-center gap-2 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={chosen === theme}
              onChange={() => setTheme(theme)}
              className="sr-only"
            />
            <Icon aria-hidden size={16} className="text-muted" />
            {label}
          </label>
        ))}
      </fieldset>
    </Card>
  );
}
