import { Page } from '@/components/page';

export function CallPage() {
  return <Page title="Call">{null}</Page>;
}
