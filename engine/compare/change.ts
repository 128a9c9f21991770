import { z } from 'zod';
import { duration } from '../api/contract/handler.ts';
import type { DurationMs } from '../kernel/time.ts';
import { actId, call } from '../scenario/callFormat.ts';
import type { ScenarioSpec } from '../scenario/format.ts';
import { callsOf } from '../scenario/inputs/calls.ts';
import type { InputItem } from '../scenario/inputs/format.ts';
import { settingsSchema } from '../scenario/worldFormat.ts';

const said = {
  settings: settingsSchema.optional().describe('Settings that hold from then on'),
  act: actId.optional().describe('Or a call, as in a scenario: setHandler, injectFault, updateEndpoint, …'),
  as: z.string().optional().describe('The name of the key that calls'),
  with: call.optional(),
};

const isOne = ({ act, settings }: { readonly act?: unknown; readonly settings?: unknown }): boolean =>
  (act === undefined) !== (settings === undefined);
const isWhole = ({ act, as, with: written }: { readonly act?: unknown; readonly as?: unknown; readonly with?: unknown }): boolean =>
  act !== undefined || (as === undefined && written === undefined);

/** What is to be another in a what-if: settings, or a call. */
export const changeSchema = z
  .strictObject(said)
  .refine(isOne, 'give exactly one of `settings` and `act`')
  .refine(isWhole, '`with` and `as` need an `act`');

/** A change with its instant, as a file of its own holds it. */
export const timedChangeSchema = z
  .strictObject({
    $schema: z.string().optional(),
    at: duration.describe('When it is changed'),
    until: duration.optional().describe('How long both are watched; until every job has ended unless given'),
    ...said,
  })
  .refine(isOne, 'give exactly one of `settings` and `act`')
  .refine(isWhole, '`with` and `as` need an `act`');

export type WhatIfChange = z.output<typeof changeSchema>;

/** The changed scenario, and what its runs call the change. */
export interface Changed {
  readonly spec: ScenarioSpec;
  readonly label: string;
}

/** The scenario with the change in it, at that time and after whatever else comes then. */
export const changedAt = (spec: ScenarioSpec, { act, as, with: written, settings }: WhatIfChange, at: DurationMs): Changed => {
  const call = {
    // An expectation of nothing in particular: that it is not refused.
    ...(act === undefined ? {} : { act, expect: {} }),
    ...(as === undefined ? {} : { as }),
    ...(written === undefined ? {} : { with: written }),
    ...(settings === undefined ? {} : { settings }),
  };
  if (spec.inputs !== undefined) return amongInputs(spec, spec.inputs, { at, ...call } as InputItem, at);
  const steps = [...(spec.steps ?? []), { at, ...call }];
  return { spec: { ...spec, steps }, label: `steps.${steps.length - 1}` };
};

const amongInputs = (spec: ScenarioSpec, inputs: readonly InputItem[], change: InputItem, at: DurationMs): Changed => {
  const [before, after]: [InputItem[], InputItem[]] = [[], []];
  for (const input of inputs.flatMap((one) => apart(one, at))) {
    // Whoever goes away does so when the input before this came.
    const isBefore = after.length === 0 && ('leave' in input || timeOf(input) <= at);
    (isBefore ? before : after).push(input);
  }
  return { spec: { ...spec, inputs: [...before, change, ...after] }, label: `inputs.${before.length}` };
};

const timeOf = (input: Exclude<InputItem, { readonly leave: string }>): DurationMs =>
  'clock' in input ? input.clock.to : Array.isArray(input.at) ? (input.at.at(-1) ?? 0) : input.at;

/** Calls that are written as one, where the change comes in between. */
const apart = (input: InputItem, at: DurationMs): readonly InputItem[] => {
  if (!('act' in input) || !Array.isArray(input.at) || !input.at.some((ms) => ms <= at) || timeOf(input) <= at) return [input];
  const { times: _times, entry: _entry, key: _key, ...rest } = input;
  return callsOf(input).map(({ at: when, key }) => ({ ...rest, at: Number(when), ...(key === undefined ? {} : { key }) }));
};
