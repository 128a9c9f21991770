import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of scenarios that comes with podsim; undefined where it is not beside this file's package. */
export const ownScenarios = (): string | undefined => {
  const folder = ownPackage();
  return folder === undefined ? undefined : join(folder, 'scenarios');
};

/** The folder of the package, with its scenarios and pages; undefined where this file is elsewhere. */
export const ownPackage = (): string | undefined => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'scenarios', 'scenario.schema.json'))) {
    if (folder === dirname(folder)) return undefined;
    folder = dirname(folder);
  }
  return folder;
};
