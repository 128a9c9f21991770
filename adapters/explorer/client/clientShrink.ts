import type { Json } from '../../../engine/kernel/index.ts';
import { type BrokenProperty, isSameFailure, type Story } from '../../../engine/lab/explorer/index.ts';
import { type ClientOutcome, waysFailed } from './clientOutcome.ts';
import type { ClientRun } from './clientRun.ts';

/** What came of making a run small. `outcome`: of the smallest; undefined where not even the first one fails in that way. */
export interface ShrunkRun {
  readonly run: ClientRun;
  readonly outcome: ClientOutcome | undefined;
  readonly ran: number;
}

/**
 * The smallest world and network in which the client fails in the same way: the client is run again for each part that is left out.
 * The draws are keyed, so leaving something out changes no draw of what is left.
 */
export const shrinkClientRun = async (
  first: ClientRun,
  failure: BrokenProperty,
  outcomeOf: (run: ClientRun) => Promise<ClientOutcome>,
  runsMax: number,
): Promise<ShrunkRun> => {
  const fails = async (run: ClientRun): Promise<ClientOutcome | undefined> => {
    const outcome = await outcomeOf(run);
    return waysFailed(outcome).some((one) => isSameFailure(one, failure)) ? outcome : undefined;
  };
  let [run, outcome, ran] = [first, await fails(first), 1];
  if (outcome === undefined) return { run, outcome, ran };
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const path of pathsIn(run)) {
      if (ran >= runsMax) break;
      const smaller = without(run, path);
      if (smaller === undefined) continue;
      const again = await fails(smaller);
      ran += 1;
      if (again === undefined) continue;
      [run, outcome, isSmaller] = [smaller, again, true];
      break;
    }
  }
  return { run, outcome, ran };
};

type PartPath = readonly (string | number)[];

/** What may be left out, the largest parts first. */
const pathsIn = ({ story, network, fewHosts }: ClientRun): readonly PartPath[] => [
  ...(network.broken.length > 0 ? [['network', 'broken']] : []),
  ...network.broken.map((_, k) => ['network', 'broken', k]),
  ...(network.hooks.length > 0
    ? [
        ['network', 'hooks'],
        ['network', 'hooks', network.hooks.length - 1],
      ]
    : []),
  ...(story['faults'] === undefined ? [] : [['story', 'faults'], ...below(story['faults'], ['story', 'faults'])]),
  // Hosts that were drawn are left out as a whole, so that there are many: without one of them, there might be no room for ever.
  ...below(story['world'] ?? null, ['story', 'world']).filter(([, , part, one]) => !fewHosts || part !== 'hosts' || one === undefined),
];

const below = (value: Json, path: PartPath, depth = 0): readonly PartPath[] => {
  if (value === null || typeof value !== 'object' || depth > 4) return [];
  const keys: readonly (string | number)[] = Array.isArray(value)
    ? value.map((_, k) => k)
    : Object.keys(value).filter((key) => key !== 'id' && key !== 'fault');
  return [
    ...keys.map((key) => [...path, key]),
    ...keys.flatMap((key) => below((value as { readonly [key: string]: Json })[key] ?? null, [...path, key], depth + 1)),
  ];
};

/** Undefined where nothing would be left out. Lists of a network are emptied, as a network has them. */
const without = (run: ClientRun, path: PartPath): ClientRun | undefined => {
  const [part, ...rest] = path;
  if (part === 'network') {
    const [name, place] = rest as ['broken' | 'hooks', number | undefined];
    const left = place === undefined ? [] : run.network[name].filter((_, k) => k !== place);
    return { ...run, network: { ...run.network, [name]: left } };
  }
  return { ...run, story: leaveOut(run.story as Json, rest) as Story };
};

const leaveOut = (value: Json, [key, ...rest]: PartPath): Json => {
  if (key === undefined || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value))
    return rest.length === 0 ? value.filter((_, k) => k !== key) : value.map((item: Json, k) => (k === key ? leaveOut(item, rest) : item));
  const fields = value as { readonly [name: string]: Json };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      name !== key ? [[name, field]] : rest.length === 0 ? [] : [[name, leaveOut(field, rest)]],
    ),
  );
};
