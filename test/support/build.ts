import { execFileSync } from 'node:child_process';

/** Processes that tests start run what ships. What is current is not built again. */
export const setup = (): void => {
  execFileSync(process.execPath, ['adapters/build/build.mjs'], { stdio: 'inherit' });
};
