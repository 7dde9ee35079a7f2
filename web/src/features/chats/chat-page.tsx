import { Page } from '@/components/page';

export function ChatPage() {
  return <Page title="Chat">{null}</Page>;
}
