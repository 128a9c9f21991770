import {
  type BrokenProperty,
  type ClientEnding,
  type ClientProperty,
  clientProperties,
  clientProperty,
  type Exchange,
  type HooksTaken,
  observeEnd,
} from '../../../engine/lab/explorer/index.ts';
import type { World } from '../../../engine/world/index.ts';

/** How a client has ended, in which world, and what went between them. */
interface EndedClient {
  readonly exchanges: readonly Exchange[];
  readonly world: World;
  readonly how: ClientEnding;
  /** What it returned or threw, as text. */
  readonly said: string | undefined;
  /** When it took which webhooks, by `hookKey`; as the world says, unless given. */
  readonly hooksTaken?: HooksTaken;
  /** Its pauses take real time, so that no call shows them. */
  readonly pausesAreReal?: boolean;
}

/** Looks for what a client did wrong; `lasting`: only for what nothing makes good that it may still do. */
export type ClientCheck = (ended: EndedClient, only?: 'lasting') => readonly BrokenProperty[];

/**
 * The check of these properties; of all, unless names are given. What breaks one property by calls of one operation counts as the same
 * failure, in whatever words.
 */
export const checkFor = (names: readonly string[] | undefined): ClientCheck => {
  const chosen = names === undefined ? clientProperties : names.map(propertyNamed);
  return ({ exchanges, world, how, said, hooksTaken, pausesAreReal = false }, only) => {
    const end = { ...observeEnd(world, how, said, hooksTaken), pausesAreReal };
    return chosen.flatMap(({ name, lasting, broken }) => {
      if (only === 'lasting' && !lasting) return [];
      const found = broken(exchanges, end);
      return found === undefined ? [] : [{ property: name, words: found.words, shape: found.exchange?.operation ?? '' }];
    });
  };
};

const propertyNamed = (name: string): ClientProperty => {
  const property = clientProperty(name);
  if (property !== undefined) return property;
  throw new Error(`'${name}' is no property of clients; they are ${clientProperties.map((one) => one.name).join(', ')}`);
};
