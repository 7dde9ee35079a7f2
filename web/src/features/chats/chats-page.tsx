import { Page } from '@/components/page';

export function ChatsPage() {
  return <Page title="Chats">{null}</Page>;
}
