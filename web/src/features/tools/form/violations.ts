import type { ErrorSchema } from '@rjsf/utils';
import type { Schemas } from '@/api/client';
import { isObject } from './json-schema';

export type Violation = Schemas['Violation'];
export type Path = readonly (string | number)[];

/** The steps of a path as the server writes it: `columns[0].name`. */
export function stepsOf(path: string): Path {
  const steps: (string | number)[] = [];
  for (const [, index, name] of path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)) {
    steps.push(index === undefined ? (name ?? '') : Number(index));
  }
  return steps;
}

/** The value at a path; `undefined` where there is none. */
export function valueAt(args: unknown, path: Path): unknown {
  let at = args;
  for (const step of path) {
    if (Array.isArray(at) && typeof step === 'number') at = at[step];
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** What a violation says beside its field, where the field's name need not be repeated. */
export function shortMessage({ path, rule, message }: Violation): string {
  if (rule === 'required') return 'This is needed.';
  const named = `\`${path}\`: `;
  const text = message.startsWith(named) ? message.slice(named.length) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The form's field that a violation is about. */
export function fieldIdOf({ path }: Violation): string {
  return ['args', ...stepsOf(path)].join('_');
}

/** Violations as a form takes them: each at the field that it is about. */
export function errorSchemaOf(violations: readonly Violation[]): ErrorSchema {
  const root: ErrorTree = {};
  for (const violation of violations) {
    let at = root;
    for (const step of stepsOf(violation.path)) {
      at[step] ??= {};
      at = at[step] as ErrorTree;
    }
    at.__errors = [...((at.__errors as string[] | undefined) ?? []), shortMessage(violation)];
  }
  return root as ErrorSchema;
}

interface ErrorTree {
  [step: string | number]: ErrorTree | string[];
}

/** The violations that still hold after a change: those whose value is still the one that was refused. */
export function stillHolding(
  violations: readonly Violation[],
  refused: unknown,
  now: unknown,
): readonly Violation[] {
  if (refused === now) return violations;
  const left = violations.filter(({ path }) => {
    const steps = stepsOf(path);
    return JSON.stringify(valueAt(refused, steps)) === JSON.stringify(valueAt(now, steps));
  });
  return left.length === violations.length ? violations : left;
}
