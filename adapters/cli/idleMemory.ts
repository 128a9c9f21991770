import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long nobody may have asked anything, and by how much the process must have grown, before it tidies up. */
const idleMs = 2_000;
const grownBytes = 64_000_000;

/**
 * Gives memory back when nobody asks for anything. V8 lets a heap grow to several times what lives in it before it
 * collects, which is right while requests come in; a server that idles on somebody's machine should not sit on it.
 */
export const giveMemoryBack = (server: Server): void => {
  let [askedAt, settled] = [performance.now(), process.memoryUsage.rss()];
  server.prependListener('request', () => {
    askedAt = performance.now();
  });
  setInterval(() => {
    if (performance.now() - askedAt < idleMs || process.memoryUsage.rss() - settled < grownBytes) return;
    collect();
    settled = process.memoryUsage.rss();
  }, idleMs / 2).unref();
};

/** A whole collection, and one that moves what lives together: only then are pages free to be given back. */
const collect = (): void => {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--compact-on-every-full-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-compact-on-every-full-gc');
};
