import { expect, test } from 'vitest';
import { WorldBranch } from './branch.ts';
import { DrawScript } from './drawScript.ts';
import type { SmallWorld } from './smallWorld.ts';
import { oneJob, readWorld, searchWhole } from './smallWorlds.ts';

const fork = (branch: WorldBranch): WorldBranch => branch.fork(branch.draws.fork());

/** Every branch that so many acts lead to, without merging any. */
const allBranches = (small: SmallWorld, acts: number): readonly WorldBranch[] => {
  const walk = (branch: WorldBranch): readonly WorldBranch[] => {
    const moments = [fork(branch)];
    for (let at = fork(branch); at.pass(); ) moments.push(fork(at));
    return moments;
  };
  let level = walk(WorldBranch.begin(small, new DrawScript(small.outcomes)));
  const all = [...level];
  for (let k = 0; k < acts; k++) {
    level = level.flatMap((branch) =>
      branch.choices().flatMap((choice) => {
        const next = fork(branch);
        next.take(choice);
        return walk(next);
      }),
    );
    all.push(...level);
  }
  return all;
};

/** The states to which time and each act lead. */
const successorsOf = (branch: WorldBranch): readonly string[] => {
  const later = fork(branch);
  const passed = later.pass() ? later.digest() : 'nothing changes';
  const acted = branch.choices().map((choice) => {
    const next = fork(branch);
    next.take(choice);
    return next.digest();
  });
  return [passed, ...acted];
};

/** Its properties remember when the job was queued, and which way it went. */
const world = readWorld(
  oneJob(
    'properties: [{ within: 6s, from: JobQueued, to: [JobCompleted, JobPurged, JobCancelled] }, { reachable: [JobStarted, JobCancelled] }]\n',
  ),
);
const branches = allBranches(world, 2);

test('branches that are one state go on alike, whichever way led there', () => {
  const known = new Map<string, readonly string[]>();
  let merged = 0;
  for (const branch of branches) {
    const digest = branch.digest();
    const successors = successorsOf(branch);
    const before = known.get(digest);
    if (before !== undefined) merged += 1;
    expect(successors, branch.text()).toStrictEqual(before ?? successors);
    known.set(digest, successors);
  }
  expect(merged).toBeGreaterThan(50);
});

test('the search misses none of them', () => {
  const states = new Set(branches.map((branch) => branch.digest()));
  expect(searchWhole(world).states).toBe(states.size);
});
