import { InvalidArgument, suggestionAmong } from '../../../engine/kernel/index.ts';
import { type BrokenProperty, type ClientEnd, clientProperties, type Exchange } from '../../../engine/lab/explorer/index.ts';
import type { World } from '../../../engine/world/index.ts';
import { describeThrown } from './clientEnding.ts';
import { workDone } from './undone.ts';

/** What a property of the user's own sees of a run that is over. Times are virtual milliseconds since the start of the world. */
export interface RunSeen extends Pick<ClientEnd, 'now' | 'how' | 'said' | 'jobs' | 'resources' | 'hooks'> {
  /** What the client returned, or threw. */
  readonly value: unknown;
  /** Every call with its answer, as the client saw it, in the order in which they were sent. */
  readonly calls: readonly Exchange[];
  /** What the run has cost, in US dollars. */
  readonly spentUsd: number;
}

/** A property of the user's own. It is broken if it throws, or returns false or a text that says what is wrong. */
export type OwnProperty = (run: RunSeen) => unknown;
export type OwnProperties = Readonly<Record<string, OwnProperty>>;

export const showRun = (calls: readonly Exchange[], end: ClientEnd, world: World, value: unknown): RunSeen => {
  const { now, how, said, jobs, resources, hooks } = end;
  const spentUsd = Number(world.state.billing.nanoUsd(now)) / 1_000_000_000;
  return { now, how, ...(said === undefined ? {} : { said }), jobs, resources, hooks, value, calls, spentUsd };
};

/** The properties of the user's own that a run broke. */
export const checkOwn = async (own: OwnProperties, seen: () => RunSeen): Promise<readonly BrokenProperty[]> => {
  const broken: BrokenProperty[] = [];
  for (const [property, holds] of Object.entries(own)) {
    const words = await wrongWith(holds, seen());
    if (words !== undefined) broken.push({ property, words, shape: '' });
  }
  return broken;
};

const wrongWith = async (holds: OwnProperty, run: RunSeen): Promise<string | undefined> => {
  try {
    const said = await holds(run);
    return typeof said === 'string' ? said : said === false ? 'it does not hold' : undefined;
  } catch (error) {
    return describeThrown(error);
  }
};

/** Those of the properties with these names, of the pack and of the user's own; all unless names are given. */
export const chooseProperties = (names: readonly string[] | undefined, own: OwnProperties) => {
  if (names === undefined) return { pack: undefined, own };
  const known = [...clientProperties.map(({ name }) => name as string), workDone, ...Object.keys(own)];
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new InvalidArgument(`'${stranger}' is no property of clients${suggestionAmong(stranger, known, `they are ${known.join(', ')}`)}`);
  return {
    pack: names.filter((name) => name !== workDone && !Object.hasOwn(own, name)),
    own: Object.fromEntries(Object.entries(own).filter(([name]) => names.includes(name))),
  };
};
