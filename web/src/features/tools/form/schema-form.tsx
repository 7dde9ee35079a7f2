// The package's front door also leads to its test kit, which wants a validator that compiles code.
import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import { JsonField } from './fields/json-field';
import { templates } from './fields/templates';
import { widgets } from './fields/widgets';
import type { Args } from './json-schema';
import type { FormContext } from './unfinished';
import { validator } from './validator';
import { errorSchemaOf, type Violation } from './violations';

export interface SchemaFormProps {
  /** Made by `formSchema`. */
  schema: RJSFSchema;
  args: Args;
  onChange: (args: unknown) => void;
  /** What the server found wrong, shown at the fields. */
  violations: readonly Violation[];
  context: FormContext;
}

// A form adds what must be there, and nothing else: looking at arguments does not change them.
const defaults = {
  emptyObjectFields: 'populateRequiredDefaults',
  requiredBooleanDefault: 'skip',
  arrayMinItems: { populate: 'requiredOnly' },
} as const;

const uiSchema = {
  'ui:submitButtonOptions': { norender: true },
  'ui:globalOptions': { enableOptionalDataFieldForType: ['object' as const] },
};

const fields = { FallbackField: JsonField };

/** The fields of a tool's arguments. */
export default function SchemaForm({ schema, args, onChange, violations, context }: SchemaFormProps) {
  const errors = useMemo(() => errorSchemaOf(violations), [violations]);
  return (
    <Form
      tagName="div"
      // `fieldIdOf` makes the same ids.
      idPrefix="args"
      schema={schema}
      uiSchema={uiSchema}
      validator={validator}
      formData={args}
      formContext={context}
      onChange={({ formData }) => onChange(formData)}
      extraErrors={errors}
      experimental_defaultFormStateBehavior={defaults}
      templates={templates}
      widgets={widgets}
      fields={fields}
      noValidate
      noHtml5Validate
      showErrorList={false}
    />
  );
}
