import { HEIGHT_MAX } from '../frame/frame-height';
import type { Surroundings } from './app-host';

/** The colours of MCP Apps by the page's own; what is not named is left to the app. */
const colours: Record<string, string> = {
  '--color-background-primary': '--surface',
  '--color-background-secondary': '--canvas',
  '--color-background-tertiary': '--sunken',
  '--color-background-inverse': '--ink',
  '--color-background-info': '--accent-soft',
  '--color-background-danger': '--bad-soft',
  '--color-background-success': '--good-soft',
  '--color-background-warning': '--warn-soft',
  '--color-text-primary': '--ink',
  '--color-text-secondary': '--muted',
  '--color-text-tertiary': '--muted',
  '--color-text-inverse': '--surface',
  '--color-text-info': '--accent',
  '--color-text-danger': '--bad',
  '--color-text-success': '--good',
  '--color-text-warning': '--warn',
  '--color-border-primary': '--line',
  '--color-border-secondary': '--strong-line',
  '--color-ring-primary': '--focus',
};

export type Theme = 'light' | 'dark';

/** What changes with the theme. The document wears it already. */
export function dressOf(theme: Theme): Surroundings {
  const worn = getComputedStyle(document.documentElement);
  const variables: Record<string, string> = {};
  for (const [name, own] of Object.entries(colours)) {
    const value = worn.getPropertyValue(own).trim();
    if (value) variables[name] = value;
  }
  return { theme, styles: { variables } };
}

/** What an app is told of the page around it. */
export function surroundingsOf(theme: Theme): Surroundings {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    ...dressOf(theme),
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    containerDimensions: { maxHeight: HEIGHT_MAX },
    locale,
    timeZone,
    platform: 'web',
  };
}
