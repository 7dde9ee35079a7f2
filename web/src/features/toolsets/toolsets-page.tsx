import { Page } from '@/components/page';

export function ToolsetsPage() {
  return <Page title="Toolsets">{null}</Page>;
}
