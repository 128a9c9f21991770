import type { Json } from '../../kernel/canonical.ts';
import type { Variables } from './variables.ts';

/** A matrix as a scenario file writes it. */
interface MatrixSpec {
  /** `1..20`, or a list. */
  readonly seeds?: string | readonly string[] | undefined;
  readonly variables?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

/** One combination of a matrix. */
export interface MatrixMember {
  /** `seed=3 workers=2`; undefined for a file without a matrix. */
  readonly name: string | undefined;
  readonly seed: string | undefined;
  readonly variables: Variables;
}

/** Every combination of seeds and variables; the last variable changes fastest. Seeds from outside replace the file's own. */
export const listMembers = (matrix: MatrixSpec | undefined, seeds?: readonly string[]): readonly MatrixMember[] => {
  const used = seeds ?? seedList(matrix?.seeds);
  const combinations = Object.entries(matrix?.variables ?? {}).reduce<ReadonlyMap<string, Json>[]>(
    (members, [name, values]) => members.flatMap((member) => values.map((value) => new Map([...member, [name, value as Json]]))),
    [new Map()],
  );
  return (used ?? [undefined]).flatMap((seed) =>
    combinations.map((variables) => {
      const words = [
        ...(seed === undefined ? [] : [`seed=${seed}`]),
        ...[...variables].map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
      ];
      return { name: words.length === 0 ? undefined : words.join(' '), seed, variables };
    }),
  );
};

/** `1..20` as a list; a list stays as it is. */
export const seedList = (seeds: string | readonly string[] | undefined): readonly string[] | undefined => {
  if (typeof seeds !== 'string') return seeds;
  const [first = 1, last = 1] = seeds.split('..').map(Number);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => String(first + k));
};

/** The most runs that one file may ask for. */
export const membersMax = 10_000;

/** The number of members of a matrix, computed without making them. */
export const memberCount = (matrix: MatrixSpec | undefined, seeds?: readonly string[]): number =>
  Object.values(matrix?.variables ?? {}).reduce((count, values) => count * values.length, (seeds ?? seedList(matrix?.seeds))?.length ?? 1);
