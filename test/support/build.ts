import { execFileSync } from 'node:child_process';

/** Tests run what the build makes of the sources, and some start `podsim` as a process of its own. What is current is not built again. */
export const setup = (): void => {
  execFileSync(process.execPath, ['adapters/build/build.mjs'], { stdio: 'inherit' });
};
