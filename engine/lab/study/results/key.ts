import { canonicalText } from '../../../kernel/canonical.ts';
import type { Sha256 } from '../../../kernel/sha256.ts';
import { rulesetDigest } from '../../../simulator/definition.ts';
import { engineVersion } from '../../../simulator/version.ts';
import { namedMeasures } from '../../../world/reports/record/namedMeasures.ts';
import type { Measuring } from '../measure/measuring.ts';
import type { StudyConfiguration } from '../study.ts';
import { textOfPlay } from './digest.ts';

/** The program that a result depends on. Results of different ones are never mixed. */
export interface Versions {
  /** The digest of the rules. */
  readonly ruleset: string;
  readonly engine: string;
  /** The digest of the code that makes a play and measures it. */
  readonly code: string;
  /** The digest of the table of measures. */
  readonly measures: string;
}

/** Everything that a result depends on. Two plays with the same ingredients have the same result, wherever and whenever they are played. */
export interface Ingredients extends Versions {
  /** SHA-256 of the scenario with the configuration's values filled in, without its title and seed. */
  readonly scenario: string;
  readonly seed: string;
  /** How the play is measured; absent for the usual way. */
  readonly measuring?: Measuring;
}

/** One play of a study, and the key under which its result is kept. */
export interface Play {
  readonly configuration: StudyConfiguration;
  readonly seed: string;
  readonly key: string;
  readonly ingredients: Ingredients;
}

/** The key of a result: SHA-256 of its ingredients. */
export const computeKey = (ingredients: Ingredients, sha256: Sha256): string => sha256(canonicalText(ingredients));

/** The versions that the results of this program depend on. `code` is the digest of the code that makes its plays. */
export const hashVersions = (code: string, sha256: Sha256): Versions => {
  return {
    ruleset: rulesetDigest(sha256),
    engine: engineVersion,
    code,
    measures: sha256(canonicalText(namedMeasures.map(({ name, unit, better, about }) => ({ name, unit, better, about })))),
  };
};

/** Computes the keys of plays from their ingredients. The digest of a scenario is memoized for all its seeds. */
export class PlayKeys {
  readonly #sha256: Sha256;
  readonly #versions: Versions;
  readonly #scenarios = new WeakMap<StudyConfiguration, Omit<Ingredients, 'seed'>>();

  constructor(sha256: Sha256, versions: Versions) {
    this.#sha256 = sha256;
    this.#versions = versions;
  }

  preparePlay(configuration: StudyConfiguration, seed: string): Play {
    const ingredients: Ingredients = { ...this.listIngredients(configuration), seed };
    return { configuration, seed, ingredients, key: computeKey(ingredients, this.#sha256) };
  }

  /** The ingredients that all plays of a configuration share. */
  listIngredients(configuration: StudyConfiguration): Omit<Ingredients, 'seed'> {
    const known = this.#scenarios.get(configuration);
    if (known !== undefined) return known;
    const { scenario: played, measuring } = configuration;
    const shared = { scenario: this.#sha256(textOfPlay(played)), ...this.#versions, ...(measuring === undefined ? {} : { measuring }) };
    this.#scenarios.set(configuration, shared);
    return shared;
  }
}
