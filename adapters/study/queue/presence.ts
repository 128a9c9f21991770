import type { Redis } from 'ioredis';
import { canonicalText } from '../../../engine/kernel/index.ts';
import type { Versions } from '../../../engine/lab/study/index.ts';
import { type Prefix, presenceName } from './names.ts';

/** A study waits for results, and a worker plays. */
export type Role = 'study' | 'worker';

/** Which versions of podsim were here within the last seconds. */
const seenForMs = 15_000;

/** Notes that this role is taken by this version now. */
export const announce = async (redis: Redis, prefix: Prefix, role: Role, versions: Versions): Promise<void> => {
  await redis.zadd(presenceName(prefix, role), await nowMs(redis), canonicalText(versions));
};

/** The versions of those in this role. */
export const findVersions = async (redis: Redis, prefix: Prefix, role: Role): Promise<readonly Versions[]> => {
  const members = await redis.zrangebyscore(presenceName(prefix, role), (await nowMs(redis)) - seenForMs, '+inf');
  return members.map((member) => JSON.parse(member) as Versions);
};

/** By the clock of Redis: those of machines differ. */
const nowMs = async (redis: Redis): Promise<number> => {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
};
