import { isLeft } from 'fp-ts/lib/Either.js';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import {
  type Known,
  missingPlays,
  type PlayResult,
  parseStudy,
  type Study,
  type StudyFiles,
  type StudyReport,
  studyReport,
} from '../../../engine/lab/study/index.ts';
import { problemText } from '../../../engine/scenario/format/problem.ts';

/** The files of a test, by their paths. */
export const filesIn = (files: Readonly<Record<string, string>>): StudyFiles => {
  const read = (path: string): string | undefined => files[path];
  return { scenario: read, includedBy: () => read };
};

/** A scenario of one endpoint that takes at most so many workers, as the text of a file. */
export const scenarioText = (rest = ''): string => `title: jobs at random
world:
  settings: { worker: { imagePull: 0s, start: 1s } }
  endpoints: [{ id: ep-a, workers: { min: 0, max: 2 }, scaling: { type: QUEUE_DELAY, queueDelay: 4s }, handler: { duration: { exponential: { mean: 4s } } } }]
load:
  - { name: peak, with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 20/m }, for: 2m }
${rest}`;

/** The study with these lines after its first two, of a scenario; or what is wrong with it, each problem with its place. */
export const read = (lines: string, scenario = scenarioText(), lint = false): Study | readonly string[] => {
  const study = parseStudy(
    's/a.study.yaml',
    `study: how many?\nscenario: ../a.scenario.yaml\n${lines}`,
    filesIn({ 'a.scenario.yaml': scenario }),
    {
      lint,
    },
  );
  return isLeft(study) ? study.left.map(problemText) : study.right;
};

/** The same of a study that can be read. */
export const studyOf = (lines: string, scenario?: string): Study => {
  const study = read(lines, scenario);
  if (!('spec' in study)) throw new Error(study.join('\n'));
  return study;
};

/** The report of a study, and how many plays were made for it. */
export const played = (study: Study, play: typeof playOnce = playOnce): { readonly report: StudyReport; readonly plays: number } => {
  const results = new Map<string, PlayResult>();
  const keyOf = (number: number, seed: string): string => `${number} ${seed}`;
  const known: Known = ({ number }, seed) => results.get(keyOf(number, seed));
  for (let missing = missingPlays(study, known); missing.length > 0; missing = missingPlays(study, known))
    for (const { configuration, seed } of missing) results.set(keyOf(configuration.number, seed), play(configuration.scenario, seed));
  return { report: studyReport(study, known), plays: results.size };
};
