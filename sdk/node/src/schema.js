/** Input schemas of every kind that tools of the AI SDK have had, as one: JSON Schema and a check. */

import { asSchema, jsonSchema } from '@ai-sdk/provider-utils';
import { Failure, isObject, messageOf } from './failure.js';

/** @typedef {Record<string, unknown>} JsonSchema */

/**
 * The JSON Schema of a tool's input, always one of objects.
 *
 * @param {unknown} schema Zod 3 or 4, `jsonSchema()`, a Standard JSON Schema, a plain JSON Schema, or nothing.
 * @returns {Promise<JsonSchema>}
 * @throws {Failure} When it cannot be written as JSON Schema, or is not one of objects.
 */
export async function toJsonSchema(schema) {
  let written;
  try {
    written = await understand(schema).jsonSchema;
  } catch (cause) {
    throw new Failure(
      'import',
      `its input schema cannot be written as JSON Schema: ${messageOf(cause)}`,
      cause,
    );
  }
  if (!isObject(written)) throw new Failure('import', 'its input schema is no JSON Schema');
  const { type = 'object', ...rest } = written;
  if (type !== 'object') {
    throw new Failure('import', `its input schema is one of \`${String(type)}\`; tools take an object`);
  }
  return { type, properties: {}, ...rest };
}

/**
 * Has the schema itself check an input, which also fills in defaults and transforms values.
 *
 * @param {unknown} schema
 * @param {unknown} input
 * @returns {Promise<unknown>}
 * @throws {Failure} Of kind `arguments`, when the schema refuses the input.
 */
export async function check(schema, input) {
  const { validate } = understand(schema);
  if (!validate) return input;
  const result = await validate(input);
  if (result.success) return result.value;
  throw new Failure('arguments', `The tool refuses its arguments: ${complaints(result.error)}`);
}

/** @param {unknown} schema */
function understand(schema) {
  if (isObject(schema) && !isOfAKind(schema)) return jsonSchema(schema);
  return asSchema(/** @type {any} */ (schema));
}

/** Whether an object is more than JSON. @param {Record<string, unknown>} schema */
function isOfAKind(schema) {
  return '~standard' in schema || '_def' in schema || Symbol.for('vercel.ai.schema') in schema;
}

/**
 * What a schema has against an input, in a line.
 *
 * @param {unknown} error
 */
function complaints(error) {
  const cause = (isObject(error) ? error.cause : undefined) ?? error;
  const issues = isObject(cause) && Array.isArray(cause.issues) ? cause.issues : cause;
  if (!Array.isArray(issues)) return messageOf(cause);
  return issues
    .slice(0, 10)
    .map((issue) => [(issue.path ?? []).map(place).join('.'), issue.message].filter(Boolean).join(': '))
    .join('; ');
}

/** A step of a path, which Standard Schema may wrap. @param {unknown} step */
function place(step) {
  return String(isObject(step) ? step.key : step);
}
