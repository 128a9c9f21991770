import { type Ingredients, type PlayResult, textOfPlay, type Versions } from '../../../engine/lab/study/index.ts';
import type { Scenario } from '../../../engine/scenario/index.ts';
import { sha256 } from '../../store/sha256.ts';
import { howToAgree, queueName, versionsText } from './names.ts';

/** What a job holds: which scenario, with which seed, and for which versions. The scenario itself is kept once for all of its jobs. */
export interface JobData {
  readonly ingredients: Ingredients;
}

/** What a worker gives back. */
export type JobResult = PlayResult;

/** Begins the reason of a job that failed because Redis has lost its scenario: the study gives it again. */
export const scenarioGone = 'the scenario is gone from Redis';

/** A scenario as text, and back: with what a play of it depends on, which is plain data. */
export const scenarioText = ({ file, member, first, spec, definition }: Scenario): string =>
  JSON.stringify({ file, member, first, spec, definition, findings: [] });
export const scenarioFrom = (text: string): Scenario => JSON.parse(text) as Scenario;

/** Whether a scenario is the one that a job names. */
export const isNamed = (scenario: Scenario, { scenario: digest }: Ingredients): boolean => sha256(textOfPlay(scenario)) === digest;

/** Why a worker refuses a job; undefined if it does not. The queue has the versions in its name, so this only happens by mistake. */
export const whyRefused = ({ ruleset, engine, code, measures }: Ingredients, own: Versions): string | undefined => {
  const wanted = { ruleset, engine, code, measures };
  if (queueName(wanted) === queueName(own)) return undefined;
  return `refused: the job is for ${versionsText(wanted)}, and this worker is ${versionsText(own)}: ${howToAgree(wanted, own)}`;
};
