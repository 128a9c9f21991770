import { LogChain } from '../../kernel/log.ts';
import { defaultSeed } from '../../simulator/definition.ts';
import { engineVersion } from '../../simulator/version.ts';
import type { World } from '../../world/world.ts';
import type { Scenario } from '../scenario.ts';
import type { Failure } from '../step/failure.ts';
import type { Passed } from './run.ts';

/** The number of hex digits of the chain's link next to an input's number. */
const linkDigits = 8;

/** The text of an input's place in the log: its number, and the fingerprint of the log up to there. */
export const placeText = (seq: number, link: string): string => `${seq}/${link.slice(0, linkDigits)}`;

/** A scenario's fingerprint is that of the run with its own seed. */
export const hasFingerprint = ({ spec, definition }: Scenario): boolean =>
  spec.fingerprint !== undefined && definition.seed === (spec.seed ?? defaultSeed);

/** How the log of a run differs from the one with the scenario's fingerprint: the first input with another place. */
export const fingerprintFailures = (scenario: Scenario, world: World, passed: readonly Passed[]): readonly Failure[] => {
  const { spec } = scenario;
  if (!hasFingerprint(scenario)) return [];
  const chain = new LogChain(world.header, world.sha256);
  const marked = passed.filter(({ entry }) => entry !== undefined);
  let next = 0;
  for (const entry of world.log.entries()) {
    chain.add(entry);
    const input = marked[next];
    if (input?.seq !== entry.seq) continue;
    if (input.entry !== placeText(input.seq, chain.link))
      return [{ path: ['fingerprint'], message: elsewhere(input, marked[next - 1]) + otherRules(scenario, world) }];
    next += 1;
  }
  if (chain.link === spec.fingerprint) return [];
  const since = marked.length === 0 ? '' : `: the log differs after ${marked.at(-1)?.label}, entry ${marked.at(-1)?.seq}`;
  return [{ path: ['fingerprint'], message: `fingerprint: the log has ${chain.link}${since}${otherRules(scenario, world)}` }];
};

const elsewhere = ({ label, seq, entry = '' }: Passed, before: Passed | undefined): string => {
  const was = Number(entry.split('/')[0]);
  const here = seq === was ? `entry ${seq}, or one before it, has other contents` : `it is entry ${seq} and was entry ${was}`;
  const same = before === undefined ? '' : `; up to ${before.label}, entry ${before.seq}, the logs are the same`;
  return `${label}: the log differs: ${here}${same}`;
};

const otherRules = ({ spec: { recorded } }: Scenario, { header: { podsim } }: World): string =>
  recorded === undefined || recorded.ruleset === podsim.ruleset
    ? ''
    : ` (it was recorded by podsim ${recorded.engine}, whose rules differ from those of this podsim ${engineVersion})`;
