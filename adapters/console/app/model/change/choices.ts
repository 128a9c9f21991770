import { findOperation } from '../../../../../engine/api/index.ts';
import { isKind, type Kind, kinds, listActions, type State } from '../../../../../engine/cloud/index.ts';
import { callFor, emptyCall } from '../../../../../engine/compare/index.ts';
import type { Json, VirtualTime } from '../../../../../engine/kernel/index.ts';
import { dropIdle, fitAll, toStem, wordsIn } from '../find/words.ts';
import type { RunLog } from '../runLog.ts';
import { changingOperations } from './changes.ts';
import { type Draft, writeTexts } from './draft.ts';
import { faultForms, matchSelected } from './faults.ts';

/** Something that could be done, in plain words. */
export interface ChangeChoice {
  readonly group: 'fault' | 'call' | 'setting';
  readonly words: string;
  /** The name of the operation, or of the kind of fault. */
  readonly name: string;
  /** What the form begins with. */
  readonly begin: (moment: ActMoment) => Draft;
}

/** Where something is done, and what is selected there. */
export interface ActMoment {
  readonly log: RunLog;
  readonly seq: number;
  readonly selected: string | undefined;
}

const faultChoices = faultForms.map(
  (form): ChangeChoice => ({
    group: 'fault',
    words: form.words,
    name: form.fault,
    begin: ({ log, seq, selected }) => {
      const state = log.stateAt(seq);
      const match = matchSelected(form, state, selected === undefined ? undefined : findSelected(state, selected));
      const aimed = Object.keys(match).length === 0 ? {} : { match: writeTexts(match) };
      return { act: 'injectFault', with: { body: { fault: form.fault, ...aimed, ...form.body } } };
    },
  }),
);

const callChoices = changingOperations
  .filter(({ id }) => id !== 'injectFault')
  .map(({ id, summary }): ChangeChoice => ({ group: 'call', words: summary, name: id, begin: (moment) => beginCall(id, moment) }));

/** What no call changes. A world that is served takes no settings. */
const settingChoices: readonly ChangeChoice[] = [
  { group: 'fault', words: 'Webhooks fail', name: 'webhookAnswers', begin: () => ({ settings: { job: { webhookAnswers: [500] } } }) },
  { group: 'setting', words: 'Change settings', name: 'settings', begin: () => ({ settings: {} }) },
];

/** All that could be done, in a world that is served or in a run. */
export const listChoices = (isServed: boolean): readonly ChangeChoice[] => {
  const all = [...faultChoices, ...settingChoices, ...callChoices];
  return isServed ? all.filter((choice) => !settingChoices.includes(choice)) : all;
};

/** Those that some words mean. */
export const findChoices = (choices: readonly ChangeChoice[], text: string): readonly ChangeChoice[] => {
  const stems = dropIdle(wordsIn(text)).map(toStem);
  return choices.filter(({ words, name }) => fitAll(stems, [...wordsIn(words), ...wordsIn(name)]));
};

/** Those that the entity allows now, with it filled in. */
export const choicesFor = ({ log, seq, selected }: ActMoment): readonly { readonly name: string; readonly draft: Draft }[] => {
  const state = log.stateAt(seq);
  const found = selected === undefined ? undefined : findSelected(state, selected);
  const entity = found && state.find(found.kind, found.id);
  if (found === undefined || entity === undefined) return [];
  return (listActions(found.kind, entity, dryRun(log, seq)) ?? []).map((name) => ({ name, draft: callFor(found.kind, entity, name) }));
};

const dryRun = (log: RunLog, seq: number) => ({ now: log.at(seq) as VirtualTime, settings: log.settingsAt(seq) });

/** A call with what it needs: on what is selected, or else on the first that allows it. */
const beginCall = (act: string, { log, seq, selected }: ActMoment): Draft => {
  const example = beginnings[act];
  if (example !== undefined) return { act, with: { body: example } };
  const named = Object.values(findOperation(act)?.resolves ?? {})
    .filter((kind) => isKind(kind))
    .at(-1);
  if (named === undefined) return emptyCall(act);
  const state = log.stateAt(seq);
  const own = selected === undefined ? undefined : findSelected(state, selected);
  const id = own?.kind === named ? own.id : named === 'endpoint' && own !== undefined ? findEndpoint(state, own) : undefined;
  const entity = (id === undefined ? undefined : state.find(named, id)) ?? findAllowing(log, seq, named, act);
  return entity === undefined ? emptyCall(act) : withInput(callFor(named, entity, act));
};

/** A job with something in it says more than an empty one. */
const withInput = (draft: Draft): Draft => {
  const { body, ...names } = (draft.with ?? {}) as { readonly body?: Json };
  const isEmpty = typeof body === 'object' && body !== null && 'input' in body && JSON.stringify(body) === '{"input":{}}';
  return isEmpty ? { ...draft, with: { ...names, body: { input: { prompt: 'hi' } } } } : draft;
};

const findSelected = (state: State, id: string): { readonly kind: Kind; readonly id: string } | undefined => {
  const kind = kinds.find((one) => state.find(one, id) !== undefined);
  return kind === undefined ? undefined : { kind, id };
};

const findEndpoint = (state: State, { kind, id }: { readonly kind: Kind; readonly id: string }): string | undefined =>
  (state.find(kind, id) as { readonly endpointId?: string } | undefined)?.endpointId;

/** More are not looked at. */
const triedMax = 200;

const findAllowing = (log: RunLog, seq: number, kind: Kind, act: string) => {
  const all = [];
  for (const entity of log.stateAt(seq).all(kind)) if (all.push(entity) === triedMax) break;
  return all.find((entity) => listActions(kind, entity, dryRun(log, seq))?.includes(act)) ?? all[0];
};

/** Examples that work in most worlds. */
const beginnings: Readonly<Record<string, Json>> = {
  createEndpoint: { name: 'another', image: 'podsim/worker:1', gpu: { pools: ['ADA_24'] }, workers: { min: 0, max: 3 } },
  createPod: { name: 'a-pod', image: 'podsim/worker:1', gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } },
};
