import type { Lifecycle } from '../../../kernel/lifecycle.ts';
import { alignColumns } from '../../../kernel/text/columns.ts';

/** A lifecycle as a Mermaid state diagram. */
export const lifecycleMermaid = ({ initial, statuses, rows }: Lifecycle): string => {
  const edges = new Map<string, string[]>();
  for (const { from, event, to } of rows) {
    if (from === to) continue;
    const key = `${from === initial ? '[*]' : from} --> ${to}`;
    edges.set(key, [...(edges.get(key) ?? []), event]);
  }
  const ends = statuses.filter((row) => row.final).map(({ status }) => `  ${status} --> [*]`);
  return ['stateDiagram-v2', ...[...edges].map(([key, events]) => `  ${key}: ${events.join(', ')}`), ...ends].join('\n');
};

/** A lifecycle as the source of its XState machine, in the form that the editor of stately.ai imports. */
export const lifecycleSource = ({ name, table }: Lifecycle): string =>
  `import { createMachine } from 'xstate';\n\nexport const ${name}Machine = createMachine(${JSON.stringify(table, null, 2)});`;

/** Writes a lifecycle: every status, then every transition with its rule. */
export const lifecycleTable = ({ statuses, rows }: Lifecycle): string => {
  const lines = rows.map(({ from, event, to, rule, description }) => [from, event, to, rule, description]);
  const table = [['status', 'event', 'next status', 'rule', ''], ...lines];
  const words = statuses.map(({ status, description, rule }) => [status, description, rule ?? '']);
  return [...alignColumns(words), '', ...alignColumns(table)].join('\n');
};
