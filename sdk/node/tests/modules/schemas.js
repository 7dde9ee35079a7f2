// A tool for each kind of schema that needs no package.
const symbol = Symbol.for('vercel.ai.schema');
const json = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const execute = async (input) => input;

export const legacy = { description: 'legacy', parameters: json, execute };
export const marked = { inputSchema: { [symbol]: true, jsonSchema: json, validate: undefined }, execute };
export const lazy = { inputSchema: () => ({ [symbol]: true, jsonSchema: Promise.resolve(json) }), execute };
export const standard = {
  inputSchema: {
    '~standard': {
      version: 1,
      vendor: 'ours',
      validate: (value) =>
        value.a === 'no'
          ? { issues: [{ message: 'not this', path: [{ key: 'a' }] }] }
          : { value: { ...value, checked: true } },
      jsonSchema: { input: () => json, output: () => json },
    },
  },
  needsApproval: false,
  execute,
};
export const unwritable = {
  inputSchema: { '~standard': { version: 1, vendor: 'mute', validate: (value) => ({ value }) } },
  execute,
};
export const listed = { inputSchema: { type: 'array', items: {} }, execute };
export const remote = { type: 'provider', id: 'openai.web_search', args: {} };
