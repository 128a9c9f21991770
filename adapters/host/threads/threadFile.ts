/**
 * The file in which a thread starts: a bundle, because a thread that loads 200 files starts four times as slowly. It lies beside the bundle
 * that asks for it. Tests run this module outside of one, from its source or from what the build makes of that.
 */
export const threadFile = (name: string): URL => new URL(`${bundles}${name}.js`, import.meta.url);

const bundles = import.meta.url.endsWith('/adapters/host/threads/threadFile.ts')
  ? '../../../dist/bin/'
  : import.meta.url.endsWith('/adapters/host/threads/threadFile.js')
    ? '../../../bin/'
    : './';
