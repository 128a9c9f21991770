import { Ajv } from 'ajv';

/**
 * Compiles a schema of draft-07 in Ajv's strict mode, which refuses what an editor would trip over: a reference that leads nowhere, a word
 * that no draft has. The function that comes of it says what a value has that the schema does not allow, one line each.
 */
export const schemaComplaints = (schema: object): ((value: unknown) => string[]) => {
  const validate = new Ajv({ strict: true, allErrors: true, verbose: true, logger: false, keywords: wordsOfEditors }).compile(schema);
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, data, message, params }) =>
          [`$${instancePath}:`, shown(data), message, shown(params)].join(' '),
        );
};

/** Words that editors read besides those of the draft. */
const wordsOfEditors = ['patternErrorMessage'];

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
