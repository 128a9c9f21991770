import { entities, type Kind, kinds, type StateOf } from '../../cloud/entities.ts';
import type { State } from '../../cloud/state/state.ts';
import { alignColumns } from '../../kernel/text/columns.ts';
import type { ShortNames } from './shortNames.ts';

/** A text shows at most this many entities of each kind: the newest, because the state lists them in the order of their creation. */
const entitiesMax = 20;

/** Every entity with its status, kind by kind, for people to read. */
export const stateText = (state: State, names: ShortNames): string => {
  const parts = kinds.flatMap((kind) => {
    const all = [...state.all(kind)];
    return all.length === 0 ? [] : [kindLines(kind, all, names)];
  });
  return parts.length === 0 ? 'there is nothing yet\n' : `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const kindLines = (kind: Kind, all: readonly StateOf<Kind>[], names: ShortNames): readonly string[] => {
  const shown = all.slice(-entitiesMax);
  const descriptions = new Map(entities[kind].lifecycle.statuses.map(({ status, description }) => [status, description]));
  return [
    `${kind}: ${countStatuses(all)}`,
    ...(shown.length < all.length ? [`  … ${all.length - shown.length} earlier ones; --json shows all …`] : []),
    ...alignColumns(shown.map(({ id, status }) => [names.findName(id), status, descriptions.get(status) ?? ''])).map((line) => `  ${line}`),
  ];
};

/** How many are in which status. */
const countStatuses = (all: readonly StateOf<Kind>[]): string => {
  const counts = new Map<string, number>();
  for (const { status } of all) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
};
