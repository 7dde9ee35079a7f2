import { Page } from '@/components/page';

export function ToolsPage() {
  return <Page title="Tools">{null}</Page>;
}
