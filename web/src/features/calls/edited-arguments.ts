/** What somebody wrote as a call's arguments, or why it cannot be that. */
export type Edited = { ok: true; args: object } | { ok: false; why: string };

/** Whether the arguments fit the tool is for the server to say. */
export function readArguments(text: string): Edited {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      ok: false,
      why: `This is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`,
    };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, why: 'Arguments are a JSON object, such as {"path": "a.txt"}.' };
  }
  return { ok: true, args: value };
}
