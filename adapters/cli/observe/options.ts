import { existsSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import { formatDuration, parseDuration } from '../../../engine/kernel/index.ts';
import { estimateSpending, type JobsPlan, nanosPerUsd, parseJobs } from '../../../engine/lab/fidelity/index.ts';
import { problemText } from '../../../engine/scenario/index.ts';
import { observationEnding, readText } from '../files.ts';
import { readUrl } from '../serve/options.ts';
import { BadInput } from '../terminal/exit.ts';
import type { Target } from './asking.ts';

/** The options of `observe`, as the command line gives them. */
export interface ObserveOptions {
  readonly endpoint: string;
  readonly keyEnv: string;
  readonly jobs?: string;
  readonly spendMax?: string;
  readonly for?: string;
  readonly every: string;
  readonly management?: string;
  readonly author?: string;
  readonly out?: string;
}

/** The API to ask, and the key for it. */
export const readTarget = (url: string, { endpoint, keyEnv, management = url }: ObserveOptions): Target => ({
  queue: readBase('URL', url),
  management: readBase('--management', management),
  endpoint: checkEndpoint(endpoint),
  key: keyIn(keyEnv),
  keyName: keyEnv,
});

/** The address without the version, which some write and some do not. */
const readBase = (name: string, text: string): string => readUrl(name, text).href.replace(/\/+(?:v2\/?)?$/, '');

const checkEndpoint = (id: string): string => {
  if (/^[\w-]{1,100}$/.test(id)) return id;
  throw new BadInput(`--endpoint '${id}' is no id of an endpoint: give the one that its console shows, such as abc123`);
};

/** A key in place of its name is not printed. */
const keyIn = (name: string): string => {
  if (!/^[A-Za-z_]\w{0,40}$/.test(name) || /^rpa_/i.test(name))
    throw new BadInput('--key-env takes the name of an environment variable, such as RUNPOD_API_KEY: never the key itself');
  const key = process.env[name]?.trim() ?? '';
  if (key === '') throw new BadInput(`--key-env: there is no environment variable ${name}: set it, by \`export ${name}=…\``);
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new BadInput(`--key-env: ${name} has characters that no key has: set it to the key alone`);
};

/** The shortest time between two polls: more calls would be refused. */
const everyMsMin = 200;

export const readInterval = ({ every }: ObserveOptions): number => {
  const ms = parseDuration(every);
  if (ms === undefined) throw new BadInput(`--every '${every}' is no duration; write it like 1s`);
  if (ms < everyMsMin) throw new BadInput(`--every ${every} is too often: give ${everyMsMin}ms or more`);
  return ms;
};

/** How long polls go on, in ms; undefined where that follows from the jobs. */
export const readDuration = (options: ObserveOptions, order: JobOrder | undefined): number | undefined => {
  if (options.for === undefined) return undefined;
  const ms = parseDuration(options.for);
  if (ms === undefined || ms === 0) throw new BadInput(`--for '${options.for}' is no duration; write it like 5m`);
  const lastAt = order?.plan.jobs.at(-1)?.at ?? 0;
  if (ms <= lastAt)
    throw new BadInput(
      `--for ${options.for} ends before the last job is submitted, after ${formatDuration(lastAt)}: give more, or leave it out`,
    );
  return ms;
};

/** The jobs to submit, and the most that they may cost. */
export interface JobOrder {
  readonly plan: JobsPlan;
  readonly nanoUsdMax: number;
  /** The most that it can cost, in words. */
  readonly words: string;
}

/** The jobs that are to be submitted, if any. Throws where they could cost more than is allowed. */
export const readOrder = ({ jobs, spendMax }: ObserveOptions): JobOrder | undefined => {
  if (jobs === undefined && spendMax === undefined) return undefined;
  if (jobs === undefined)
    throw new BadInput('--spend-max is for jobs: name their file by --jobs, or leave it out; without jobs nothing is spent');
  if (spendMax === undefined)
    throw new BadInput('--jobs spends money: say how much it may be at most by --spend-max, in USD, such as 0.10');
  const nanoUsdMax = /^\d{1,6}(\.\d{1,9})?$/.test(spendMax) ? Math.round(Number(spendMax) * nanosPerUsd) : Number.NaN;
  if (Number.isNaN(nanoUsdMax)) throw new BadInput(`--spend-max '${spendMax}' is no amount of USD; write it like 0.10`);
  const plan = parseJobs(jobs, readText(jobs));
  if (isLeft(plan)) throw new BadInput(plan.left.map(problemText).join('\n'));
  const { nanoUsd, words } = estimateSpending(plan.right);
  if (nanoUsd > nanoUsdMax)
    throw new BadInput(
      `${jobs}: the jobs could cost ${usdText(nanoUsd)}, more than --spend-max ${usdText(nanoUsdMax)}: ${words}. Nothing was sent. Give fewer jobs or a shorter \`policy.ttl\`, or allow more`,
    );
  return { plan: plan.right, nanoUsdMax, words: `at most ${usdText(nanoUsd)} of ${usdText(nanoUsdMax)} can be spent: ${words}` };
};

const digits = 4;

/** Rounded up: the jobs never cost more than this. */
const usdText = (nanoUsd: number): string => {
  const unit = nanosPerUsd / 10_000;
  return `${(Math.ceil(nanoUsd / unit) / 10_000).toFixed(digits)} USD`;
};

/** The files of an observation: the whole one, and the partial one if it ends early. */
export interface OutFiles {
  readonly name: string;
  readonly whole: string;
  readonly partial: string;
}

/** `now`: an instant such as 2026-11-27T03:17:00.000Z. */
export const nameFiles = ({ out }: ObserveOptions, now: string): OutFiles => {
  const stem = (out ?? `observed-${now.slice(0, 16).replaceAll(/[:T]/g, '-')}`).replace(/(\.observation)?(\.ya?ml)?$/, '');
  const files = { whole: `${stem}${observationEnding}`, partial: `${stem}.partial${observationEnding}` };
  for (const file of Object.values(files))
    if (existsSync(file)) throw new BadInput(`${file}: already exists: name another file by --out, or delete this one`);
  return { name: stem.replace(/^.*[\\/]/, ''), ...files };
};
