import { entities, type Kind, kinds } from '../../../cloud/entities.ts';
import type { Lifecycle, Row } from '../../../kernel/lifecycle.ts';
import { waysFrom } from '../../../kernel/shortestWay.ts';
import { cellText, withoutCount } from './tally.ts';

/** A change of status that no run has shown. */
export interface NeverReached {
  readonly kind: Kind;
  readonly from: string;
  readonly to: string;
  /** The events of a shortest life in which it happens; the last of them causes it. */
  readonly way: readonly string[];
}

/** The changes of status that no run has shown, of the kinds that were met; those with the shortest ways first. */
export const neverReached = (cells: Iterable<string>): readonly NeverReached[] => {
  const met = new Set([...cells].map(withoutCount));
  return kinds
    .flatMap((kind) => {
      const { lifecycle } = entities[kind];
      const isMet = ({ from, event }: Row): boolean => met.has(cellText('lifecycle', [`${kind} ${from}`, event]));
      return lifecycle.rows.some(isMet) ? unshown(kind, lifecycle, isMet) : [];
    })
    .sort((a, b) => a.way.length - b.way.length);
};

const unshown = (kind: Kind, lifecycle: Lifecycle, isMet: (row: Row) => boolean): readonly NeverReached[] => {
  const ways = waysFrom(lifecycle, lifecycle.initial);
  return lifecycle.rows.flatMap((row, _, all) => {
    const { from, to, event } = row;
    const same = all.filter((other) => other.from === from && other.to === to);
    const way = ways.get(from);
    if (from === to || same[0] !== row || same.some(isMet) || way === undefined) return [];
    return [{ kind, from, to, way: [...way.map((before) => before.event), event] }];
  });
};
