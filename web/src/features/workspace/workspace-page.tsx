import { Page } from '@/components/page';

export function WorkspacePage() {
  return <Page title="Workspace">{null}</Page>;
}
