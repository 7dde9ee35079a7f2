/** Names and descriptions that speak of more than a line. */
const LONG =
  /\b(text|content|contents|body|code|script|prompt|message|markdown|html|json|yaml|sql|source|patch|diff)\b/i;

/** A text of which more than a line is to be expected. */
export function isLongText(
  name: string,
  schema: { description?: string | undefined; format?: string | undefined; maxLength?: number | undefined },
  value: string,
): boolean {
  if (value.includes('\n')) return true;
  if (schema.format || (schema.maxLength !== undefined && schema.maxLength <= 200)) return false;
  return LONG.test(name.replaceAll(/[_-]/g, ' '));
}
