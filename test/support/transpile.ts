import { execFileSync } from 'node:child_process';

/** Tests run what the build makes of the sources. What is current is not made again. */
export const setup = (): void => {
  execFileSync(process.execPath, ['adapters/build/build.mjs', 'sources'], { stdio: 'inherit' });
};
