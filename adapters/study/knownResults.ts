import { type Known, type Play, PlayKeys, type PlayResult, type StudyConfiguration } from '../../engine/lab/study/index.ts';
import { sha256 } from '../store/sha256.ts';
import { ownVersions } from './ownVersions.ts';
import type { ResultStore } from './resultStore.ts';

/** The results of a study as far as they are known. A result that the store has is read when it is first asked for. */
export class KnownResults {
  readonly store: ResultStore;
  /** How many results the store had. */
  found = 0;
  readonly #keys = new PlayKeys(sha256, ownVersions());
  readonly #plays = new Map<StudyConfiguration, Map<string, Play>>();
  /** By key; undefined for what the store does not have. */
  readonly #results = new Map<string, PlayResult | undefined>();

  constructor(store: ResultStore) {
    this.store = store;
  }

  describePlay(configuration: StudyConfiguration, seed: string): Play {
    const ofConfiguration = this.#plays.get(configuration) ?? new Map<string, Play>();
    this.#plays.set(configuration, ofConfiguration);
    const play = ofConfiguration.get(seed) ?? this.#keys.preparePlay(configuration, seed);
    ofConfiguration.set(seed, play);
    return play;
  }

  /** What all plays of a configuration depend on. */
  listIngredients(configuration: StudyConfiguration): ReturnType<PlayKeys['listIngredients']> {
    return this.#keys.listIngredients(configuration);
  }

  readonly known: Known = (configuration, seed) => {
    const play = this.describePlay(configuration, seed);
    if (this.#results.has(play.key)) return this.#results.get(play.key);
    const stored = this.store.read(play);
    if (stored !== undefined) this.found += 1;
    this.#results.set(play.key, stored);
    return stored;
  };

  /** Stores what was computed. */
  add(play: Play, result: PlayResult): void {
    this.store.write(play, result);
    this.#results.set(play.key, result);
  }
}
