import { Sparkles } from 'lucide-react';
import { LinkButton } from '@/components/link-button';

/** Stands where one would write, in a house without a language model. */
export function NoModel() {
  return (
    <section
      aria-label="No language model"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-line bg-surface px-4 py-3 text-sm"
    >
      <Sparkles aria-hidden size={18} className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-semibold">No language model is set up.</strong> Add one, in your own cloud
        account or on this machine, and it replies here with the tools of this chat. Tools run without one as
        well.
      </p>
      <LinkButton look="primary" to="/settings" hash="models">
        Add a model
      </LinkButton>
    </section>
  );
}
