import { Page } from '@/components/page';
import { AboutCard } from './about-card';
import { LimitsCard } from './limits-card';
import { ThemeCard } from './theme-card';
import { TokensCard } from './tokens-card';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <TokensCard />
      <ThemeCard />
      <AboutCard />
      <LimitsCard />
    </Page>
  );
}
