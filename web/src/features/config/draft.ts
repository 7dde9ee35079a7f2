import type { ConfigKey } from './queries';

/** What was written and not kept yet, by key. */
export type ConfigDraft = Readonly<Record<string, string>>;

/** What a field begins with: what is kept and may be seen. A default stands behind it, not in it. */
function keptValue({ secret, set, value }: ConfigKey): string {
  return secret || !set ? '' : (value ?? '');
}

/** What a field shows: what was written there, or what is kept. */
export function shownValue(draft: ConfigDraft, field: ConfigKey): string {
  return draft[field.key] ?? keptValue(field);
}

/** What is to be kept: only what differs from what is. A secret that was left empty stays as it is. */
export function changedValues(draft: ConfigDraft, keys: readonly ConfigKey[]): Record<string, string> {
  const changed = keys.filter((field) => {
    const written = draft[field.key];
    return written !== undefined && written !== keptValue(field);
  });
  return Object.fromEntries(changed.map(({ key }) => [key, draft[key] ?? '']));
}

/** The keys that are needed and have neither a value nor a default. */
export function missingKeys(keys: readonly ConfigKey[]): string[] {
  return keys.filter((one) => one.required && !one.set && one.default == null).map(({ key }) => key);
}
