import { Page } from '@/components/page';

export function ApprovalsPage() {
  return <Page title="Approvals">{null}</Page>;
}
