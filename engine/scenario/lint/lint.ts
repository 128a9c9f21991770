import { readSettings, type WorldDefinition } from '../../simulator/definition.ts';
import type { ScenarioSpec } from '../file/format.ts';
import { listLoadCalls } from '../load/format.ts';
import { listLeaves } from '../step/stepFormat.ts';
import { answerFindings } from './answers.ts';
import { assertionFindings } from './assertions.ts';
import { conditionFindings } from './conditions.ts';
import { endpointFindings } from './endpoints.ts';
import { faultFindings } from './faults.ts';
import type { Finding } from './finding.ts';
import { ScenarioIds } from './ids.ts';
import { loadFindings } from './loads.ts';
import { propertyFindings } from './properties.ts';
import { expectsRefusal, requestFindings, type WrittenCall } from './requests.ts';
import { tokenFindings } from './tokens.ts';
import { collectSaved, variableFindings } from './variables.ts';

/** Finds problems that a run would reveal, or that nothing would report: from the file, without a run. */
export const lint = (spec: ScenarioSpec, definition: WorldDefinition): readonly Finding[] => {
  const saved = collectSaved(spec);
  const ids = new ScenarioIds(definition, saved.names);
  const calls = callsIn(spec);
  const isChanged = listLeaves(spec.steps ?? []).some(([, step]) => step.settings !== undefined);
  const settings = isChanged ? undefined : readSettings(definition);
  return [
    ...endpointFindings(spec, definition),
    ...variableFindings(spec, saved),
    ...conditionFindings(spec, ids),
    ...calls.flatMap((call) => requestFindings(call, ids, settings)),
    ...listLeaves(spec.steps ?? []).flatMap(([path, { act = '', expect, save }]) => answerFindings({ path, act, expect, save })),
    ...(spec.load ?? []).flatMap((load, k) =>
      (load.steps ?? []).flatMap(({ act, save }, n) => answerFindings({ path: ['load', k, 'steps', n], act, save })),
    ),
    ...(spec.inputs === undefined ? faultFindings(spec, [...calls, ...retriesIn(spec)], definition) : []),
    ...loadFindings(spec),
    ...tokenFindings(calls, definition),
    ...assertionFindings(spec, definition, ids),
    ...propertyFindings(spec, ids),
  ];
};

/** The calls by which clients of a load retry their jobs: no file writes them. */
const retriesIn = ({ load = [] }: ScenarioSpec): readonly Pick<WrittenCall, 'act' | 'with'>[] =>
  load.flatMap((one) =>
    one.onFailure?.retry === 'job' ? listLoadCalls(one).map((call) => ({ act: 'retry', with: { endpoint: call.with?.endpoint } })) : [],
  );

/** Lists every call that steps and loads write. Inputs were recorded in a log: a call among them may be refused, as it was then. */
const callsIn = ({ steps = [], load = [], teaches = [] }: ScenarioSpec): readonly WrittenCall[] => {
  const mayBeIgnored = teaches.includes('errors.unknown-query') || teaches.includes('job.unknown-keys');
  return [
    ...listLeaves(steps).flatMap(([path, { act, with: written, expect }]) =>
      act === undefined ? [] : [{ path, act, with: written, mayBeRefused: expectsRefusal(expect), mayBeIgnored }],
    ),
    ...load.flatMap((one, k) =>
      listLoadCalls(one).map((call, n) => ({
        path: ['load', k, ...(one.steps === undefined ? [] : ['steps', n])],
        act: call.act,
        with: call.with,
        mayBeRefused: one.mayBeRefused === true,
        mayBeIgnored,
      })),
    ),
  ];
};
