import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, got, type Schemas } from '@/api/client';
import { Problem } from '@/api/problem';
import { tellProblem } from '@/components/notices';
import { explained } from '../form/explain';
import type { formSchema } from '../form/form-schema';
import { fieldIdOf, stillHolding, type Violation } from '../form/violations';
import type { ChatChoice } from './chat-choice';
import { useArguments } from './use-arguments';
import { type Run, useRun } from './use-run';

/** What is being written and run. It is kept by the tool's page, so that looking at another part of it loses nothing. */
export function useRunPanel(tool: Schemas['Tool'], chat: string | undefined) {
  const written = useArguments(tool);
  const { form, draft, context, setView } = written;
  const [choice, setChoice] = useState<ChatChoice>(chat ? { kind: 'chat', id: chat } : { kind: 'default' });
  const { run, start } = useRun(tool.id);
  const violations = useViolations(run, form, draft.value);

  const ready = draft.value !== null && context.unfinished.size === 0 && !isOff(tool);

  const submit = async () => {
    if (!draft.value || !ready || run.phase === 'running') return;
    try {
      const chatId = await chatOf(choice);
      if (choice.kind === 'new' && chatId) setChoice({ kind: 'chat', id: chatId });
      await start(draft.value, chatId);
    } catch (error) {
      tellProblem(error);
    }
  };
  const goTo = (violation: Violation) => {
    flushSync(() => setView('form'));
    document.getElementById(fieldIdOf(violation))?.focus();
  };
  return {
    ...written,
    choice,
    setChoice,
    run,
    violations,
    ready,
    submit,
    goTo,
  };
}

/** Whether nobody can call the tool. */
function isOff(tool: Schemas['Tool']): boolean {
  return !tool.enabled || Boolean(tool.problem);
}

/** What the server found wrong, as long as it stands there unchanged. */
function useViolations(run: Run, form: ReturnType<typeof formSchema>, args: unknown) {
  const refused = run.phase === 'refused' ? run : null;
  const found = useMemo(() => {
    const told = refused?.error instanceof Problem ? (refused.error.document.violations ?? []) : [];
    return explained(told, form, refused?.args);
  }, [refused, form]);
  return useMemo(() => stillHolding(found, refused?.args, args), [found, refused, args]);
}

async function chatOf(choice: ChatChoice): Promise<string | null> {
  if (choice.kind === 'default') return null;
  if (choice.kind === 'chat') return choice.id;
  const chat = await got(api.POST('/chats', { body: { title: choice.title.trim() || null } }));
  return chat.id;
}
