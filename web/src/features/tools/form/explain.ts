import type { OutputUnit } from '@cfworker/json-schema';
import type { RJSFSchema } from '@rjsf/utils';
import { isObject } from './json-schema';
import { checkerOf } from './validator';
import { type Path, stepsOf, type Violation, valueAt } from './violations';

/**
 * The server says of a union that a value fits none of its forms. Where the value itself says which form it means to
 * be, this says which of its fields are wrong instead, so that they can be shown where they are.
 */
export function explained(violations: readonly Violation[], form: RJSFSchema, args: unknown): Violation[] {
  return violations.flatMap((violation) => {
    if (violation.rule !== 'oneOf' && violation.rule !== 'anyOf') return [violation];
    const steps = stepsOf(violation.path);
    const value = valueAt(args, steps);
    const meant = formMeant(partAt(form, steps), value);
    const found = meant ? faults(meant, value, violation.path) : [];
    return found.length > 0 ? found : [violation];
  });
}

/** The part of a form's schema that is about a path. */
function partAt(form: RJSFSchema, path: Path): RJSFSchema | null {
  let at: unknown = form;
  for (const step of path) {
    if (!isObject(at)) return null;
    if (typeof step === 'number') at = Array.isArray(at.items) ? at.items[step] : at.items;
    else at = isObject(at.properties) ? at.properties[step] : undefined;
  }
  return isObject(at) ? (at as RJSFSchema) : null;
}

/** The form of a union that a value names by a fixed field, such as `kind: "ramp"`. */
function formMeant(union: RJSFSchema | null, value: unknown): RJSFSchema | null {
  const forms = union?.oneOf ?? union?.anyOf;
  if (!Array.isArray(forms) || !isObject(value)) return null;
  const meant = forms.filter((form) => {
    if (!isObject(form) || !isObject(form.properties)) return false;
    const fixed = Object.entries(form.properties).filter(([, field]) => isObject(field) && 'const' in field);
    return fixed.length > 0 && fixed.every(([name, field]) => (field as RJSFSchema).const === value[name]);
  });
  return meant.length === 1 ? (meant[0] as RJSFSchema) : null;
}

function faults(schema: RJSFSchema, value: unknown, path: string): Violation[] {
  const errors = checkerOf(schema)?.validate(value).errors ?? [];
  // The checker tells of a fault at every level above it as well.
  return errors.filter(({ keyword }) => !containers.has(keyword)).map((error) => told(error, path));
}

const containers = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'allOf',
]);

function told({ keyword, instanceLocation, error }: OutputUnit, path: string): Violation {
  let at = path;
  for (const step of instanceLocation.split('/').slice(1)) {
    at += /^\d+$/.test(step) ? `[${step}]` : `.${step.replaceAll('~1', '/').replaceAll('~0', '~')}`;
  }
  if (keyword !== 'required') return { path: at, rule: keyword, message: error };
  const missing = /"(.+)"/.exec(error)?.[1] ?? '';
  return {
    path: `${at}.${missing}`,
    rule: keyword,
    message: `missing required argument \`${at}.${missing}\``,
  };
}
