import { choice, count, duration, notZero, type SettingsOf } from '../../kernel/settings.ts';
import { seconds } from '../../kernel/time.ts';
import { contracts } from './contracts.ts';

/**
 * The contract, which defines requests and answers (contract.dated); the most calls (limits.queue), per endpoint and group of operations,
 * in windows of virtual time; and the most workers of an account.
 */
// biome-ignore format: a table
export const accountSettings = {
  contract:      choice(contracts, 'contract.dated', "which document the management API follows: 2026-08 is the interface document; 2026-11 has what the platform had added by then"),
  perMinute:     count(60, 'limits.windows', 'management calls a minute'),
  perHour:       count(3_000, 'limits.windows', 'management calls an hour'),
  perDay:        count(50_000, 'limits.windows', 'management calls a day'),
  queueWindow:   notZero(duration(seconds(10), 'limits.queue', 'length of a window of the queue API')),
  runsyncPerWindow: count(2_000, 'limits.queue', 'runsync calls a window'),
  runPerWindow:  count(1_000, 'limits.queue', 'run calls a window'),
  readPerWindow: count(2_000, 'limits.queue', 'status, status-sync and stream calls a window, together'),
  cancelPerWindow: count(100, 'limits.queue', 'cancel calls a window'),
  purgePerWindow: count(2, 'limits.queue', 'purge-queue calls a window'),
  openaiPerWindow: count(2_000, 'limits.queue', 'calls of the OpenAI routes a window'),
  balance:       count(0, 'account.balance', 'what an account may spend, in cents of a USD, from the start of the world on; 0: as much as it likes'),
  runsyncAtOnce: notZero(count(400, 'limits.at-once', 'runsync calls of an endpoint that may be under way at once')),
  runAtOnce:     notZero(count(200, 'limits.at-once', 'the same of run calls, which take time only where a fault slows them')),
  readAtOnce:    notZero(count(400, 'limits.at-once', 'the same of status, status-sync and stream calls, each')),
  openaiAtOnce:  notZero(count(400, 'limits.at-once', 'the same of calls of the OpenAI routes, each')),
  cancelAtOnce:  notZero(count(20, 'limits.at-once', 'the same of cancel calls')),
  workersQuota:  count(1_000, 'endpoint.quota', 'the most workers that all endpoints of an account may have together'),
};

export type AccountSettings = SettingsOf<typeof accountSettings>;
