import { Page } from '@/components/page';

export function ToolsetPage() {
  return <Page title="Toolset">{null}</Page>;
}
