import { isLeft } from 'fp-ts/lib/Either.js';
import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';
import { parseScenario, playToVerdict, record, type Scenario } from '../../../engine/scenario/index.ts';
import { engineVersion, type LogHeader } from '../../../engine/simulator/index.ts';
import { sha256 } from '../../store/sha256.ts';
import type { KnownRun, PageData } from '../app/pageData.ts';

/** A run as a page lists it. The page compares its own fingerprint with this one. */
export const describeRun = (scenario: Scenario, index: number): KnownRun => {
  const { world } = playToVerdict(scenario, { sha256 });
  return {
    index,
    title: scenario.spec.title,
    member: scenario.member ?? null,
    entries: world.log.length,
    fingerprint: world.fingerprint(),
  };
};

/** The data that a page needs to play the inputs of a log again; or the reason why they do not give that log. */
export const recordData = (
  title: string,
  header: LogHeader,
  entries: readonly LogEntry<DomainEvent>[],
  fingerprint: string,
): PageData | { readonly problem: string } => {
  const text = record(header, entries, sha256);
  if (isLeft(text)) return { problem: text.left };
  const file = 'recorded.scenario.yaml';
  const parsed = parseScenario(file, text.right, () => undefined);
  const scenario = isLeft(parsed) ? undefined : parsed.right[0];
  const run = scenario === undefined ? undefined : describeRun(scenario, 0);
  if (run?.fingerprint !== fingerprint)
    return { problem: 'its inputs alone do not give the same log again: a handler that is a function, for example, is not in the log' };
  return { engine: engineVersion, scenarios: [{ file, text: text.right, files: {}, runs: [{ ...run, title }] }] };
};
