// What an editor shows over `world.call.run`: what the table of operations says of each, in the types of the package. The sources have one mapped
// type of all calls, whose properties can have no comments.
import { readFileSync, writeFileSync } from 'node:fs';

/** Writes the type of the calls as one property for each operation, with a comment. */
export const describeCalls = async (file) => {
  const { worldOperations } = await import('../../dist/engine/api/index.js');
  const { inputSchemas } = await import('../../dist/engine/process/index.js');
  const { aboutWords, listKeys } = await import('../../dist/adapters/cli/look/schemaKeys.js');

  /** The keys of a query or a body, one level deep, each with what it says. */
  const keys = (title, schema) => {
    const found = schema === undefined ? [] : listKeys([schema], [], () => true);
    if (found.length === 0) return [];
    const lines = found.map(({ name, nodes, required, ofSome }) => {
      const about = aboutWords(nodes);
      return `- \`${name}\`${required && !ofSome ? ' (required)' : ''}${about === '' ? '' : `: ${about}`}`;
    });
    return ['', `${title}:`, ...lines];
  };

  const words = (row) => {
    const { query, body } = inputSchemas(row);
    return [
      `${row.summary}: \`${row.methods[0]} ${row.path}\``,
      ...keys('Body', body),
      ...keys('Query', query),
      '',
      `Rules: ${row.rules.join(', ')}. \`podsim spec operations ${row.id}\` says more.`,
    ];
  };

  const property = (row) => {
    const comment = words(row).map((line) => `     * ${line.replaceAll('*/', '*\\/')}`.trimEnd());
    return `    /**\n${comment.join('\n')}\n     */\n    readonly ${row.id}: (...args: Arguments<'${row.id}'>) => PendingAnswer<CallResult<'${row.id}'>>;`;
  };

  const text = readFileSync(file, 'utf8');
  const mapped = /type Calls = \{\s+readonly \[Id in OperationId\]: [^\n]+\n\};/;
  if (!mapped.test(text)) throw new Error(`${file}: the type of all calls is not as adapters/build/callWords.mjs knows it`);
  writeFileSync(
    file,
    text.replace(mapped, () => `interface Calls {\n${worldOperations.map(property).join('\n')}\n}`),
  );
};
