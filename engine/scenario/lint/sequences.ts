import { entities, findKind, type Kind, listBeginnings } from '../../cloud/entities.ts';
import type { AssertionSpec } from '../format/assertionFormat.ts';
import type { PathProblem } from '../format/problem.ts';
import { errorAt, type Finding, warningAt } from './finding.ts';
import { withArticle } from './ids.ts';

type SequenceSpec = Extract<AssertionSpec, { sequence: unknown }>;

/** The kind of entity that events of a type are about; undefined for inputs. */
export const kindNamed = (type: string): Kind | undefined => findKind({ type } as never);

/** Finds sequences that no life of one entity can contain: events of other kinds, and events that cannot follow one another. */
export const sequenceFindings = ({ sequence, ignoring = [] }: SequenceSpec, path: PathProblem['path']): readonly Finding[] => {
  const kinds = sequence.map(kindNamed);
  const main = mainKind(sequence);
  if (main === undefined) return [errorAt([...path, 'sequence'], 'these events are about no entity: use `count`')];
  const about = (kind: Kind | undefined): string => (kind === undefined ? 'about no entity' : `an event of ${withArticle(kind)}`);
  const strangers = sequence.flatMap((type, k) =>
    kinds[k] === main
      ? []
      : [
          errorAt(
            [...path, 'sequence', k],
            `${type} is ${about(kinds[k])}, the others are of ${withArticle(main)}: a sequence has the events of one entity; for this one, use \`count\``,
          ),
        ],
  );
  const idle = ignoring.flatMap((type, k) => {
    const at = [...path, 'ignoring', k];
    if (kindNamed(type) !== main)
      return [warningAt(at, `${type} is ${about(kindNamed(type))}, so the events of ${withArticle(main)} never have it: remove it`)];
    return sequence.includes(type) ? [errorAt(at, `${type} is in the sequence too: an ignored event is never found there`)] : [];
  });
  const wrong = [...strangers, ...idle.filter(({ isError }) => isError)];
  return wrong.length > 0 ? [...strangers, ...idle] : [...idle, ...impossible(main, sequence, ignoring, path)];
};

/** The kind that most events of a sequence are about; undefined if all are inputs. */
export const mainKind = (sequence: readonly string[]): Kind | undefined => {
  const counts = new Map<Kind, number>();
  for (const kind of sequence.map(kindNamed)) if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
};

/** The first event of the sequence that the lifecycle does not allow there. Ignored events may happen anywhere between. */
const impossible = (
  kind: Kind,
  sequence: readonly string[],
  ignoring: readonly string[],
  path: PathProblem['path'],
): readonly Finding[] => {
  const { initial, rows } = entities[kind].lifecycle;
  const next = (from: ReadonlySet<string>, types: readonly string[]): readonly string[] =>
    rows.flatMap((row) => (from.has(row.from) && types.includes(row.event) ? [row.to] : []));
  const withIgnored = (statuses: readonly string[]): ReadonlySet<string> => {
    const reached = new Set(statuses);
    for (let size = -1; size < reached.size; ) {
      size = reached.size;
      for (const status of next(reached, ignoring)) reached.add(status);
    }
    return reached;
  };
  let now = withIgnored([initial]);
  for (const [k, type] of sequence.entries()) {
    const after = next(now, [type]);
    if (after.length === 0) {
      const possible = [...new Set(rows.flatMap((row) => (now.has(row.from) ? [row.event] : [])))];
      const words = k === 0 ? `a ${kind} never begins with ${type}` : `${type} never follows ${sequence[k - 1]}`;
      const instead =
        k === 0
          ? `it begins with ${listBeginnings(kind).join(' or ')}`
          : possible.length === 0
            ? 'nothing follows it'
            : `there can be ${possible.join(', ')}`;
      return [errorAt([...path, 'sequence', k], `${words}; ${instead} (\`podsim spec rules ${kind}\` shows the lifecycle)`)];
    }
    now = withIgnored(after);
  }
  return [];
};
