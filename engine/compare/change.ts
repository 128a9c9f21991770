import { z } from 'zod';
import { duration } from '../api/contract/handler/handler.ts';
import type { DurationMs } from '../kernel/time.ts';
import type { ScenarioSpec } from '../scenario/file/format.ts';
import { actId, call } from '../scenario/format/callFormat.ts';
import { settingsSchema } from '../scenario/format/worldFormat.ts';
import { expandCalls } from '../scenario/inputs/calls.ts';
import type { InputItem } from '../scenario/inputs/format.ts';

const said = {
  settings: settingsSchema.optional().describe('Settings that apply from then on'),
  act: actId.optional().describe('Instead, a call as in a scenario: setHandler, injectFault, updateEndpoint, …'),
  as: z.string().optional().describe('The name of the caller’s key'),
  with: call.optional(),
};

const isOne = ({ act, settings }: { readonly act?: unknown; readonly settings?: unknown }): boolean =>
  (act === undefined) !== (settings === undefined);
const isWhole = ({ act, as, with: written }: { readonly act?: unknown; readonly as?: unknown; readonly with?: unknown }): boolean =>
  act !== undefined || (as === undefined && written === undefined);

/** The change of a what-if: settings, or a call. */
export const changeSchema = z
  .strictObject(said)
  .refine(isOne, 'give exactly one of `settings` and `act`')
  .refine(isWhole, '`with` and `as` need an `act`');

/** A change with its time, as a file holds it. */
export const timedChangeSchema = z
  .strictObject({
    $schema: z.string().optional(),
    at: duration.describe('When the change is made'),
    until: duration.optional().describe('How long both runs are measured; until every job has ended unless given'),
    ...said,
  })
  .refine(isOne, 'give exactly one of `settings` and `act`')
  .refine(isWhole, '`with` and `as` need an `act`');

export type WhatIfChange = z.output<typeof changeSchema>;

/** The changed scenario, and the label that its runs give the change. */
export interface Changed {
  readonly spec: ScenarioSpec;
  readonly label: string;
}

/** The scenario with the change inserted at that time, after the other steps or inputs of that time; the calls of loads come after steps. */
export const insertChange = (spec: ScenarioSpec, { act, as, with: written, settings }: WhatIfChange, at: DurationMs): Changed => {
  const call = {
    // An empty expectation: it requires only that the call is not refused.
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
    // A client leaves at the time of the input before.
    const isBefore = after.length === 0 && ('leave' in input || readTime(input) <= at);
    (isBefore ? before : after).push(input);
  }
  return { spec: { ...spec, inputs: [...before, change, ...after] }, label: `inputs.${before.length}` };
};

const readTime = (input: Exclude<InputItem, { readonly leave: string }>): DurationMs =>
  'clock' in input ? input.clock.to : Array.isArray(input.at) ? (input.at.at(-1) ?? 0) : input.at;

/** Splits an input that stands for several calls, if the change comes between them. */
const apart = (input: InputItem, at: DurationMs): readonly InputItem[] => {
  if (!('act' in input) || !Array.isArray(input.at) || !input.at.some((ms) => ms <= at) || readTime(input) <= at) return [input];
  const { times: _times, entry: _entry, key: _key, ...rest } = input;
  return expandCalls(input).map(({ at: when, key }) => ({ ...rest, at: Number(when), ...(key === undefined ? {} : { key }) }));
};
