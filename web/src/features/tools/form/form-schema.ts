import type { RJSFSchema } from '@rjsf/utils';
import { follow, isObject, type JsonSchema } from './json-schema';
import { titleOf } from './titles';

/** How many parts a form's schema may come to; what lies beyond is written as JSON. */
const PARTS_MAX = 2_000;

/** How often one reference may be followed inside of itself: a tree's form goes this deep. */
const RECURSION_MAX = 4;

/** How deep parts may lie in each other. */
const DEPTH_MAX = 24;

/** Keywords that are taken as they are. Patterns are not: the server checks them, with limits that a browser has not. */
const PLAIN = [
  'type',
  'title',
  'description',
  'default',
  'enum',
  'const',
  'examples',
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'readOnly',
  'deprecated',
] as const;

/** Formats with an input of their own that loses nothing of the text. */
const FORMATS = ['date', 'email', 'uri'];

/** Where the walk stands. */
interface Place {
  depth: number;
  /** How often each reference was followed on the way here. */
  followed: ReadonlyMap<string, number>;
  /** Whether leaving the value out is allowed, so that `null` needs no choice of its own. */
  optional: boolean;
  /** Whether this is one form of several. */
  inUnion: boolean;
}

/**
 * The schema that the form is made of: without references, so that nothing recursive can make it endless, with a title
 * for each form of a union, and with a JSON field (a schema without `type`) for whatever has no better one.
 */
export function formSchema(schema: JsonSchema): RJSFSchema {
  const walk = new Walk(schema);
  const root = walk.part(schema, { depth: 0, followed: new Map(), optional: false, inUnion: false });
  return root.type === 'object' ? root : { type: 'object', properties: {} };
}

/** The mark of a field that is written as JSON. */
export function jsonField(of: JsonSchema): RJSFSchema {
  const field: RJSFSchema = { $comment: 'json' };
  if (typeof of.title === 'string') field.title = of.title;
  if (typeof of.description === 'string') field.description = of.description;
  if (of.default !== undefined && of.default !== null) field.default = of.default as never;
  return field;
}

class Walk {
  private parts = 0;

  constructor(private readonly root: JsonSchema) {}

  part(schema: unknown, place: Place): RJSFSchema {
    this.parts += 1;
    if (!isObject(schema)) return jsonField({});
    if (this.parts > PARTS_MAX || place.depth > DEPTH_MAX) return jsonField(schema);
    if (typeof schema.$ref === 'string') return this.reference(schema, schema.$ref, place);
    const single = onlyForm(schema, place.optional);
    if (single) return this.part(single, place);
    return this.plain(schema, { ...place, depth: place.depth + 1 });
  }

  private reference(schema: JsonSchema, reference: string, place: Place): RJSFSchema {
    const times = place.followed.get(reference) ?? 0;
    const target = follow(this.root, reference);
    const { $ref: _, ...beside } = schema;
    if (!isObject(target) || times >= RECURSION_MAX) {
      return jsonField({ ...(isObject(target) ? target : {}), ...beside });
    }
    const followed = new Map(place.followed).set(reference, times + 1);
    return this.part({ ...target, ...beside }, { ...place, followed, depth: place.depth + 1 });
  }

  private plain(schema: JsonSchema, place: Place): RJSFSchema {
    const out: JsonSchema = {};
    for (const key of PLAIN) if (schema[key] !== undefined) out[key] = schema[key];
    if (out.default === null) delete out.default;
    if (FORMATS.includes(schema.format as string)) out.format = schema.format;
    if (isObject(schema.discriminator)) {
      out.discriminator = { propertyName: schema.discriminator.propertyName };
    }
    this.severalTypes(out, schema, place);
    this.forms(out, schema, place);
    const object = this.object(out, schema, place);
    const list = this.list(out, schema, place);
    const known = out.enum ?? out.const ?? out.anyOf ?? out.oneOf ?? out.allOf;
    if (known !== undefined) return out;
    if (out.type === 'object') return object ? out : jsonField(schema);
    if (out.type === 'array') return list ? out : jsonField(schema);
    return typeof out.type === 'string' ? out : jsonField(schema);
  }

  /** `type: [string, integer]` is a union as well. */
  private severalTypes(out: JsonSchema, schema: JsonSchema, place: Place): void {
    if (!Array.isArray(schema.type)) return;
    const types = schema.type.filter((type) => !(place.optional && type === 'null'));
    delete out.type;
    if (types.length === 1) out.type = types[0];
    else if (!schema.enum) {
      const { title: _t, description: _d, default: _v, ...rest } = schema;
      out.anyOf = types.map((type) => this.form({ ...rest, type }, place));
    }
  }

  private forms(out: JsonSchema, schema: JsonSchema, place: Place): void {
    for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
      const forms = schema[key];
      if (!Array.isArray(forms)) continue;
      out[key] = forms.map((form) =>
        key === 'allOf' ? this.part(form, { ...place, optional: false }) : this.form(form, place),
      );
    }
  }

  private form(schema: unknown, place: Place): RJSFSchema {
    const form = this.part(schema, { ...place, optional: false, inUnion: true });
    return form.title ? form : { ...form, title: titleOf(form) };
  }

  /** Whether the fields of the object are known, or at least what they are like. */
  private object(out: JsonSchema, schema: JsonSchema, place: Place): boolean {
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
    if (out.type === undefined && properties.length > 0) out.type = 'object';
    if (out.type !== 'object') return false;
    const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
    const fields: Record<string, RJSFSchema> = {};
    for (const [name, property] of properties) {
      // Nothing may be written under this name without changing what an object is.
      if (name === '__proto__') continue;
      const optional = !required.has(name);
      const field = this.part(property, { ...place, optional, inUnion: false });
      fields[name] = field;
      if (place.inUnion && field.const !== undefined) required.add(name);
    }
    out.properties = fields;
    out.required = [...required].filter((name) => name in fields);
    const others = schema.additionalProperties;
    if (isObject(others) && Object.keys(others).length > 0) {
      out.additionalProperties = this.part(others, { ...place, optional: false, inUnion: false });
    }
    return properties.length > 0 || out.additionalProperties !== undefined || place.depth <= 1;
  }

  /** Whether it is known what the list holds. */
  private list(out: JsonSchema, schema: JsonSchema, place: Place): boolean {
    if (out.type !== 'array') return false;
    const inside: Place = { ...place, optional: false, inUnion: false };
    const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : schema.items;
    if (Array.isArray(first)) {
      out.items = first.map((item) => this.part(item, inside));
      out.minItems = first.length;
      out.additionalItems = false;
      return true;
    }
    if (!isObject(schema.items)) return false;
    out.items = this.part(schema.items, inside);
    return true;
  }
}

/** The one form that is left of a union with `null` where leaving the value out says the same, or of `allOf: [one]`. */
function onlyForm(schema: JsonSchema, optional: boolean): JsonSchema | null {
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const forms = schema[key];
    if (!Array.isArray(forms)) continue;
    const left = forms.filter((form) => !(optional && key !== 'allOf' && isNull(form)));
    if (left.length !== 1 || !isObject(left[0])) continue;
    const { [key]: _, ...beside } = schema;
    return { ...left[0], ...beside };
  }
  return null;
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && (schema.type === 'null' || schema.const === null);
}
