import { readObservations } from '../../adapters/cli/fidelity/observations.ts';
import { isPlayed } from '../../engine/lab/fidelity/index.ts';

/** The observations that come with podsim. */
export const observations = readObservations(['scenarios/observed']);
export const played = observations.filter(isPlayed);
