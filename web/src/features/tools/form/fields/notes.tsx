import { createContext } from 'react';

/** Whether a field is what was chosen in a union: the choice has its name already. */
export const ChosenInUnion = createContext(false);

export const descriptionIdOf = (id: string) => `${id}__description`;
export const errorIdOf = (id: string) => `${id}__error`;

/** What a screen reader reads with an input: only what stands there. */
export function describedBy(id: string, has: { description: boolean; error: boolean }) {
  const ids = [has.description ? descriptionIdOf(id) : '', has.error ? errorIdOf(id) : ''].filter(Boolean);
  return {
    ...(ids.length > 0 ? { 'aria-describedby': ids.join(' ') } : {}),
    ...(has.error ? { 'aria-invalid': true as const } : {}),
  };
}

/** What is wrong with a field. */
export function Errors({ id, errors }: { id?: string; errors: readonly string[] | undefined }) {
  if (!errors || errors.length === 0) return null;
  return (
    <p id={id} className="text-xs text-bad">
      {errors.join(' ')}
    </p>
  );
}
