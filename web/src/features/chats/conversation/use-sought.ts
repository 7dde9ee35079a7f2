import { useNavigate, useSearch } from '@tanstack/react-router';
import { chatSearch } from '@/app/search';

/** The message that the address leads to, if it names one, and a way to be done with it. */
export function useSought(): { sought: string | undefined; forget: () => void } {
  const { message } = useSearch({ from: '/chats/$chatId', select: chatSearch, structuralSharing: true });
  const navigate = useNavigate({ from: '/chats/$chatId' });
  const forget = () => {
    if (message) void navigate({ search: {}, replace: true, resetScroll: false });
  };
  return { sought: message, forget };
}
