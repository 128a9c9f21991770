import { needsDelay } from '../../../engine/cloud/fault/delays.ts';
import { type FaultKind, faultKinds } from '../../../engine/cloud/fault/events.ts';
import { matchable } from '../../../engine/cloud/fault/match.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import type { Choice } from '../../../engine/lab/explorer/choice.ts';

/** Faults of the small world of a sequence, as a scenario writes them. Often two are of one kind: then they overlap. */
export const sequenceFaultsFor = (choice: Choice): readonly Json[] => {
  const first = choice.of(drawn);
  return Array.from({ length: choice.below(4) }, () => faultOf(choice.happens(2, 3) ? first : choice.of(drawn), choice));
};

/** `answer-is` stands in for some of another kind, so that it moves no draw. */
const drawn = faultKinds.filter((kind) => kind !== 'answer-is');

const faultOf = (from: FaultKind, choice: Choice): Json => {
  const match = choice.of<{ readonly [part: string]: Json }>(matches);
  const kind = from === 'answer-500-after-effect' && match['operation'] !== undefined ? 'answer-is' : from;
  const at = choice.happens(1, 2) ? choice.of(['0s', '3s', '20s', '60s']) : undefined;
  const strikesOnce = kind === 'worker-crash' || kind === 'host-failure';
  if (kind === 'quota-cut') return { fault: kind, at: choice.of(['3d', '8d']) };
  // Few calls wait. They are slow only where every call is.
  const isRare = kind !== 'api-latency';
  return {
    fault: kind,
    // A fault that could never trigger is refused.
    match: Object.fromEntries(Object.entries(match).filter(([part]) => matchable[kind].includes(part as never))),
    ...(strikesOnce && at !== undefined
      ? { at }
      : { window: { from: choice.of(['0s', '5s', '40s']), to: choice.of(['40s', '90s', '10m']) } }),
    ...(isRare && choice.happens(4, 5) ? { chance: choice.of(['1/2', '1/5', '0/1']) } : {}),
    ...(isRare && choice.happens(4, 5) ? { limit: 1 + choice.below(3) } : {}),
    ...(needsDelay(kind) ? { delay: choice.of(['0s', '700ms', '20s']) } : {}),
    ...(kind === 'api-error' ? { status: choice.of([500, 503, 429]) } : {}),
    ...(kind === 'answer-is' ? { answer: { body: '<html></html>' } } : {}),
  };
};

const matches: readonly { readonly [part: string]: Json }[] = [
  {},
  {},
  { endpoint: 'ep-a' },
  { host: 'host-a' },
  { dataCenter: 'US-KS-2' },
  { operation: 'run' },
  { operation: 'requestEndpoint' },
  { operation: 'runsync' },
  { image: 'an-image' },
  { gpu: 'NVIDIA GeForce RTX 4090' },
  { worker: 'ep-a-w1' },
];
