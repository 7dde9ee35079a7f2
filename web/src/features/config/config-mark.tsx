import { KeyRound, PlugZap } from 'lucide-react';
import { Badge } from '@/components/badge';
import type { ConfigStatus } from './queries';

/** Whether a tool that needs settings has them. One that needs none carries no mark. */
export function ConfigMark({ status }: { status: ConfigStatus | undefined }) {
  if (status === 'available') {
    return (
      <Badge tone="warn" title="Settings that it needs are missing">
        <KeyRound aria-hidden size={12} />
        needs settings
      </Badge>
    );
  }
  if (status === 'connected') {
    return (
      <Badge tone="good" title="It has all settings that it needs">
        <PlugZap aria-hidden size={12} />
        connected
      </Badge>
    );
  }
  return null;
}
