import { Page } from '@/components/page';
import { ModelsCard } from '@/features/models';
import { AboutCard } from './about-card';
import { LimitsCard } from './limits-card';
import { RetentionCard } from './retention-card';
import { ThemeCard } from './theme-card';
import { TokensCard } from './tokens-card';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <ModelsCard />
      <TokensCard />
      <RetentionCard />
      <ThemeCard />
      <AboutCard />
      <LimitsCard />
    </Page>
  );
}
