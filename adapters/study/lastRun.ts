import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canonicalText, type Json } from '../../engine/kernel/index.ts';
import { type LastRun, type Study, type StudyConfiguration, textOfPlay } from '../../engine/lab/study/index.ts';
import { makeFolderSync } from '../store/files.ts';
import { nodeCrypto } from '../store/nodeCrypto.ts';
import type { KnownResults } from './knownResults.ts';
import { ownVersions } from './ownVersions.ts';

/** What the study depended on when it was played last with these results; undefined if it never was. */
export const readLastRun = ({ file }: Study, { store }: KnownResults): LastRun | undefined => {
  try {
    const last = JSON.parse(readFileSync(findLastRunPath(store.folder, file), 'utf8')) as LastRun;
    // Older ones do not say which code they were played with.
    return last.code === undefined ? undefined : last;
  } catch {
    // It serves to explain: without it, less is said.
    return undefined;
  }
};

/** Notes what the study depends on, for the next run. */
export const writeLastRun = ({ file, configurations }: Study, results: KnownResults): void => {
  const path = findLastRunPath(results.store.folder, file);
  const [first] = configurations;
  if (first === undefined) return;
  const last: LastRun = {
    ...ownVersions(),
    scenarios: Object.fromEntries(configurations.map((one) => [one.name, results.listIngredients(one).scenario])),
    first: first.name,
    scenario: partToPlay(first),
  };
  makeFolderSync(dirname(path));
  const partial = `${path}.${nodeCrypto().randomUUID()}.tmp`;
  writeFileSync(partial, canonicalText(last));
  renameSync(partial, path);
};

/** The scenario as it is written, of all that its plays depend on: the rest follows from it. */
export const partToPlay = ({ scenario }: StudyConfiguration): Json =>
  (JSON.parse(textOfPlay(scenario)) as { readonly played: Json }).played;

const findLastRunPath = (folder: string, file: string): string => join(folder, 'last-runs', `${basename(file)}.json`);
