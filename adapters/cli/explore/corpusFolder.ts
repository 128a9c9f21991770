import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TimingName } from '../../../engine/cloud/index.ts';
import {
  cellsOfPassing,
  fileNameOfCell,
  type KeptStory,
  minimizeCorpus,
  storyToVary,
  textToKeep,
} from '../../../engine/lab/explorer/index.ts';
import { maskSecrets } from '../../../engine/scenario/index.ts';
import type { Exploration } from '../../explorer/exploration.ts';
import { bounds } from '../../explorer/exploreRuns.ts';
import { makeFolderSync } from '../../store/files.ts';
import { filesBelow, readAnyText, readerFor, scenarioEnding, writeText } from '../files.ts';

/** One call adds at most so many. */
const addedMax = 100;

/** The story of a scenario file, with the times of that name if one is given; undefined if it cannot be varied. */
export const storyIn = (file: string, timing?: TimingName): KeptStory | undefined => {
  const kept = storyToVary(readAnyText(file), { ...bounds, file, read: readerFor(file) }, timing);
  return kept === undefined ? undefined : { ...kept, folder: dirname(file) };
};

/** A folder of stories that showed something, which later explorations vary, too: ordinary scenario files that pass. */
export class CorpusFolder {
  readonly stories: readonly KeptStory[];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.stories = existsSync(folder) ? filesBelow(folder, [scenarioEnding]).flatMap((file) => storyIn(file) ?? []) : [];
  }

  /** Adds what an exploration has shown that the files it began with do not; returns the new files. */
  add(exploration: Exploration, files: readonly KeptStory[]): readonly string[] {
    const known = new Set(files.flatMap(({ story }) => [...cellsOfPassing(story, bounds)]));
    return minimizeCorpus(exploration.rarestFirst, known, bounds, addedMax).map(({ cell, story }) => {
      makeFolderSync(this.#folder);
      const path = join(this.#folder, fileNameOfCell(cell));
      writeText(path, maskSecrets(textToKeep(story)));
      return path;
    });
  }
}
