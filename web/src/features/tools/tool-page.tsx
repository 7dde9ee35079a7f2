import { Page } from '@/components/page';

export function ToolPage() {
  return <Page title="Tool">{null}</Page>;
}
