import { headerOf } from '../definition.ts';
import { canonicalText } from '../kernel/canonical.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { playedText } from './digest.ts';
import type { Measuring } from './measuring.ts';
import { measuresVersion } from './result.ts';
import type { Configuration } from './study.ts';

/** All that a result depends on. Two plays with the same ingredients have the same result, wherever and whenever they are played. */
export interface Ingredients {
  /** SHA-256 of the scenario with the configuration's values filled in, without its title and seed. */
  readonly scenario: string;
  readonly seed: string;
  /** The digest of the rules. */
  readonly ruleset: string;
  readonly engine: string;
  readonly measures: number;
  /** How the play is measured; not where it is the usual way. */
  readonly measuring?: Measuring;
}

/** One play of a study, and the key under which its result is kept. */
export interface Play {
  readonly configuration: Configuration;
  readonly seed: string;
  readonly key: string;
  readonly ingredients: Ingredients;
}

/** Names plays by what they depend on. The digest of a scenario is worked out once for all its seeds. */
export class PlayKeys {
  readonly #sha256: Sha256;
  readonly #scenarios = new WeakMap<Configuration, Omit<Ingredients, 'seed'>>();

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  playOf(configuration: Configuration, seed: string): Play {
    const ingredients: Ingredients = { ...this.#shared(configuration), seed };
    return { configuration, seed, ingredients, key: this.#sha256(canonicalText(ingredients)) };
  }

  #shared(configuration: Configuration): Omit<Ingredients, 'seed'> {
    const known = this.#scenarios.get(configuration);
    if (known !== undefined) return known;
    const { scenario: played, measuring } = configuration;
    const { ruleset, engine } = headerOf(played.definition, this.#sha256).podsim;
    const scenario = this.#sha256(playedText(played));
    const shared = { scenario, ruleset, engine, measures: measuresVersion, ...(measuring === undefined ? {} : { measuring }) };
    this.#scenarios.set(configuration, shared);
    return shared;
  }
}
