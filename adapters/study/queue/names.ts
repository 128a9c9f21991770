import { canonicalText } from '../../../engine/kernel/index.ts';
import type { Versions } from '../../../engine/lab/study/index.ts';
import { sha256 } from '../../store/sha256.ts';

/** All names in Redis begin with this. */
export type Prefix = string;

/** Each build of podsim has a queue of its own, so that results of different ones are never mixed. */
export const queueName = (versions: Versions): string => `plays-${sha256(canonicalText(versions)).slice(0, 16)}`;

/** Where the scenario with this digest is kept for workers. */
export const scenarioName = (prefix: Prefix, digest: string): string => `${prefix}:scenario:${digest}`;

/** The versions that were seen lately, each with the time. */
export const presenceName = (prefix: Prefix, role: string): string => `${prefix}:seen:${role}`;

/** A job is named by the key of the result that it computes. A bare number would not do as a name. */
export const jobName = (key: string): string => `play-${key}`;
export const keyIn = (job: string): string => job.slice('play-'.length);

export const versionsText = ({ engine, ruleset, code, measures }: Versions): string =>
  `podsim ${engine} (rules ${ruleset.slice(0, 8)}, code ${code.slice(0, 8)}, measures ${measures.slice(0, 8)})`;

/** What to do where a study and its workers differ. One version may have been built from different code. */
export const howToAgree = (one: Versions, other: Versions): string =>
  one.engine === other.engine
    ? `both are ${one.engine}, but built from different code: install the same build on both`
    : 'install the same version on both';
