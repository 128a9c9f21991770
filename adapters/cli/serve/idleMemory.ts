import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long a server must be idle, and by how much its process must have grown, before memory is returned. */
const idleMs = 2_000;
const grownBytes = 64_000_000;

/**
 * Returns memory to the system when a server is idle. V8 lets a heap grow to several times its live size before it collects. That is right
 * under load, but an idle server on a developer's machine should not hold that memory.
 */
export const giveMemoryBack = (server: Server): void => {
  let [lastRequestAt, baseline] = [performance.now(), process.memoryUsage.rss()];
  server.prependListener('request', () => {
    lastRequestAt = performance.now();
  });
  setInterval(() => {
    if (performance.now() - lastRequestAt < idleMs || process.memoryUsage.rss() - baseline < grownBytes) return;
    collect();
    baseline = process.memoryUsage.rss();
  }, idleMs / 2).unref();
};

/** A full collection with compaction: only then are whole pages free to be returned. */
const collect = (): void => {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--compact-on-every-full-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-compact-on-every-full-gc');
};
