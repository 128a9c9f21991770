import { defineLifecycle, stays, to } from '../../engine/cloud/lifecycles.ts';

/** Tables with one misspelled name each. None of them compiles; `test/house/lifecycles.process.test.ts` reads what the compiler says of them. */
type LampEvent = { readonly type: 'LampLit' } | { readonly type: 'LampPutOut' } | { readonly type: 'LampBroken' };

const dark = { description: 'it is dark', tags: [], meta: { rule: 'job.run' } } as const;
const atTheEnd = { type: 'final', ...dark } as const;
const broken = to('BROKEN', 'job.run', 'it breaks');

export const withoutMistakes = defineLifecycle<LampEvent>()({
  id: 'lamp',
  initial: 'DARK',
  states: {
    DARK: { ...dark, on: { LampLit: to('BRIGHT', 'job.run', 'it is lit', { byCaller: true }), LampBroken: broken } },
    BRIGHT: { ...dark, on: { LampLit: stays('job.run', 'it is lit again')('BRIGHT'), LampPutOut: to('DARK', 'job.run', 'it is put out') } },
    BROKEN: atTheEnd,
  },
});

export const misspelledEvent = defineLifecycle<LampEvent>()({
  id: 'lamp',
  initial: 'DARK',
  states: {
    // @ts-expect-error: there is no event LampLitt
    DARK: { ...dark, on: { LampLitt: to('BROKEN', 'job.run', 'it is lit') } },
    BROKEN: atTheEnd,
  },
});

export const unknownBeginning = defineLifecycle<LampEvent>()({
  id: 'lamp',
  // @ts-expect-error: there is no status DARKK
  initial: 'DARKK',
  states: { DARK: { ...dark, on: { LampBroken: broken } }, BROKEN: atTheEnd },
});

export const unknownTarget = defineLifecycle<LampEvent>()({
  id: 'lamp',
  initial: 'DARK',
  states: {
    // @ts-expect-error: there is no status BRIGTH
    DARK: { ...dark, on: { LampLit: to('BRIGTH', 'job.run', 'it is lit') } },
    BRIGHT: { ...dark, on: { LampPutOut: to('DARK', 'job.run', 'it is put out') } },
  },
});

const shattered = to('BROKN', 'job.run', 'it shatters');

export const unknownTargetOfSharedTransition = defineLifecycle<LampEvent>()({
  id: 'lamp',
  initial: 'DARK',
  states: {
    // @ts-expect-error: there is no status BROKN
    DARK: { ...dark, on: { LampBroken: shattered } },
    BROKEN: atTheEnd,
  },
});

export const unknownRule = defineLifecycle<LampEvent>()({
  id: 'lamp',
  initial: 'DARK',
  states: {
    // @ts-expect-error: there is no rule job.runn
    DARK: { ...dark, on: { LampBroken: to('BROKEN', 'job.runn', 'it breaks') } },
    BROKEN: atTheEnd,
  },
});

export const unknownRuleOfStatus = defineLifecycle<LampEvent>()({
  id: 'lamp',
  initial: 'DARK',
  states: {
    // @ts-expect-error: there is no rule job.cancel-queue
    DARK: { ...dark, meta: { rule: 'job.cancel-queue' }, on: { LampBroken: broken } },
    BROKEN: atTheEnd,
  },
});
