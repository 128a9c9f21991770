import type { Choice } from '../choice.ts';
import type { UsedHost } from '../corpus/corpus.ts';
import type { Story } from '../story.ts';
import { readWorldFields, withHosts, withUsedHosts } from './worldChanges.ts';

/**
 * In a world that names no hosts, nothing ever waits for one. Most variations of it have only the hosts that the story used, with little
 * room, so that waiting is usual.
 */
export const withFewHosts = (story: Story, choice: Choice, used: readonly UsedHost[], withFew = withUsedHosts): Story => {
  const namesNone = readWorldFields(story)?.['hosts'] === undefined;
  return namesNone && choice.happens(3, 4) ? (withFew(story, choice, used) ?? story) : story;
};

/**
 * The few hosts of a client, whose work must stay possible: one of each kind that it used, with room for its pods, because more are refused, or
 * for each twice; and for one worker or a few, because jobs wait. Undefined if it used none.
 */
export const withRoomForClient = (story: Story, choice: Choice, used: readonly UsedHost[]): Story | undefined => {
  const kinds = new Map<string, UsedHost>();
  for (const one of used) {
    const kind = `${one.host.gpu} ${one.host.dataCenter} ${one.host.cloud}`;
    const { host, most, pods, worker } = kinds.get(kind) ?? { ...one, pods: 0 };
    kinds.set(kind, { host, most: Math.max(most, one.most), pods: pods + one.pods, worker: Math.max(worker, one.worker) });
  }
  return kinds.size === 0
    ? undefined
    : withHosts(story, [...kinds.values()], ({ pods, worker }) => pods * choice.of([1, 2]) + worker * choice.of([1, 1, 2, 3]));
};
