import { Page } from '@/components/page';

export function CallsPage() {
  return <Page title="Calls">{null}</Page>;
}
