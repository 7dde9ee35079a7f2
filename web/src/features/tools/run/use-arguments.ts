import { useMemo, useState } from 'react';
import type { Schemas } from '@/api/client';
import { formSchema } from '../form/form-schema';
import type { Args, JsonSchema } from '../form/json-schema';
import { startingArgs } from '../form/starting-args';
import { type FormContext, type Unfinished, withUnfinished } from '../form/unfinished';
import { draftOf, type ObjectDraft } from '../object-draft';
import type { View } from './arguments-editor';

const NONE: Unfinished = new Map();

/** A tool's arguments while they are written: as fields or as JSON, whichever is looked at. */
export function useArguments(tool: Pick<Schemas['Tool'], 'input_schema'>) {
  const schema = (tool.input_schema ?? {}) as JsonSchema;
  const [draft, setDraft] = useState<ObjectDraft>(() => draftOf(startingArgs(schema)));
  const [view, setView] = useState<View>('form');
  const form = useMemo(() => formSchema(schema), [schema]);
  const { context, forget } = useUnfinished();
  // What is written as JSON, or loaded, takes the place of what the fields held.
  const write = (change: (draft: ObjectDraft) => ObjectDraft) => {
    if (view === 'json') forget();
    setDraft(change);
  };
  const load = (args: Args) => {
    forget();
    setDraft(draftOf(args));
  };
  return { form, draft, write, load, context, forget, view, setView };
}

/** What the form's fields hold that cannot be read yet. */
function useUnfinished() {
  const [unfinished, setUnfinished] = useState(NONE);
  const context = useMemo<FormContext>(
    () => ({
      unfinished,
      onUnfinished: (id, text) => setUnfinished((before) => withUnfinished(before, id, text)),
    }),
    [unfinished],
  );
  return { context, forget: () => setUnfinished(NONE) };
}
