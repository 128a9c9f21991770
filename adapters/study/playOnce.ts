import { type Measuring, makeFailedResult, measureRun, type PlayResult } from '../../engine/lab/study/index.ts';
import { play, type Scenario, toMeasuredScenario } from '../../engine/scenario/index.ts';
import { sha256 } from '../store/sha256.ts';

/** More entries than this mean that a play has run away; a gigabyte of log would not fit into memory. */
export const entriesMax = 2_000_000;

/** Plays a scenario with a seed. A play that cannot be brought to its end is a result, too: the other plays go on. */
export const playOnce = (scenario: Scenario, seed: string, measuring?: Measuring): PlayResult => {
  try {
    const run = play(toMeasuredScenario(scenario, seed), { sha256, entriesMax });
    const stopped = run.unfired.find((words) => words.startsWith('entriesMax: '));
    return stopped === undefined ? measureRun(run, measuring) : makeFailedResult(`it ran away: more than ${entriesMax} log entries`);
  } catch (error) {
    return makeFailedResult(error instanceof Error ? error.message : String(error));
  }
};
