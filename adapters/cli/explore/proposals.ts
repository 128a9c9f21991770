import { join } from 'node:path';
import { type ExploreReport, type KeptStory, proposeScenarios, textToKeep } from '../../../engine/lab/explorer/index.ts';
import { maskSecrets } from '../../../engine/scenario/index.ts';
import type { Exploration } from '../../explorer/exploration.ts';
import { bounds } from '../../explorer/exploreRuns.ts';
import { makeFolderSync } from '../../store/files.ts';
import { scenarioEnding, writeText } from '../files.ts';

/** The most stories that are played to shorten a proposal. */
const playedMax = 400;

/** Writes a scenario for each occasion that the files never show and the exploration has met; says which were not met, too. */
export const writeProposals = (
  folder: string,
  exploration: Exploration,
  files: readonly KeptStory[],
): NonNullable<ExploreReport['proposed']> => {
  const kept = new Set(exploration.rarestFirst.map(([, one]) => one));
  const { found, unmet } = proposeScenarios(files, kept, bounds, playedMax);
  if (found.length > 0) makeFolderSync(folder);
  return {
    files: found.map(({ words, rule, story }) => {
      const file = join(folder, `${words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}${scenarioEnding}`);
      writeText(file, maskSecrets(textToKeep(story)));
      return { shows: words, rule, file };
    }),
    unmet: unmet.map(({ words, rule }) => ({ shows: words, rule })),
  };
};
