import { isRead, type Operation } from '../../../api/operation.ts';
import { operationsUnder } from '../../../api/operationsUnder.ts';
import { kindCreatedBy } from '../../../cloud/entities.ts';
import type { Choice } from '../choice.ts';
import { listLoads, listSteps, readContract, type Story, type StoryStep, withLoads, withSteps } from '../story.ts';
import { momentText, timeFor, withoutTime } from '../timing/timing.ts';
import { addRival } from './addRival.ts';
import { addFault, changeFault, dropFault } from './faultChanges.ts';
import { chooseInsertionPoint } from './insertionPoint.ts';
import { replaceItem, withoutItem } from './lists.ts';
import type { Mutation, MutationInput } from './mutation.ts';
import { isAbout, type Names, namesAt } from './names.ts';
import { repeatStep } from './repeatStep.ts';
import { makeScarce } from './scarcity.ts';
import { changeSetting } from './settingChanges.ts';
import { splice } from './splice.ts';
import { stepFor, withChangedBody } from './steps.ts';
import type { MutationName } from './swarm.ts';
import { changeEndpoint, changeHosts } from './worldChanges.ts';

/** Mutates a story as often as the swarm says, each time by one of the swarm's mutation operators. */
export const mutate = (story: Story, from: MutationInput): Story => {
  const { changes, mutations: some } = from.swarm;
  const weighted = some.map(([weight, name]) => [weight, mutations[name]] as const);
  let changed = story;
  for (let k = 0; k < changes; k++) changed = from.choice.pickWeighted(weighted)(changed, from) ?? changed;
  return from.choice.happens(1, 5) ? withAftermath(changed, from.choice) : changed;
};

/** Lets time pass after the last step, so that faults end and retries happen. */
const withAftermath = (story: Story, choice: Choice): Story => {
  const steps = listSteps(story);
  const last = steps.at(-1);
  if (story['inputs'] !== undefined || (last !== undefined && last['act'] === undefined)) return story;
  return withSteps(story, [...steps, { delay: choice.of(['1m', '10m', '1h']) }]);
};

/**
 * Narrows the input to the moment in focus: the time at which the story met the cell that it was picked for. Steps and faults are then
 * placed at that moment or at the next few, and meet only the statuses that held at that moment.
 */
export const inFocus = (from: MutationInput): MutationInput => {
  const { focus, moments, seen } = from.origin;
  if (focus === undefined) return from;
  const after = moments.filter((moment) => moment > focus).slice(0, nextMoments);
  const there = seen.filter((span) => span.from <= focus && focus <= (span.to ?? focus));
  return { ...from, origin: { ...from.origin, moments: [focus, ...after], seen: there.length > 0 ? there : seen } };
};

/** How many moments after the focus count as near it. */
const nextMoments = 4;

const insertStep: Mutation = (story, from) => {
  const { swarm, choice } = from;
  const steps = listSteps(story);
  const { place, time, names } = chooseInsertionPoint(story, from);
  const row = rowFor(swarm.operations, names, choice);
  const step = { ...time, ...stepFor(row, names, steps.length + 1, choice, swarm.propertyChances) };
  return withSteps(story, [...steps.slice(0, place), step, ...steps.slice(place)]);
};

/** Draws an operation. It is mostly a write about an entity that the story has; reads are drawn less often. */
const rowFor = (rows: readonly Operation[], names: Names, choice: Choice): Operation => {
  const row = choice.of(rows);
  return ((isAbout(row, names) || kindCreatedBy(row.id) !== undefined) && !isRead(row)) || choice.happens(1, 3) ? row : choice.of(rows);
};

/** Changes one property in the body of one call. */
const changeBody: Mutation = (story, { swarm: { propertyChances }, choice }) => {
  const steps = listSteps(story);
  const rows = operationsUnder(readContract(story));
  const findRow = (act: unknown): Operation | undefined => rows.find(({ id }) => id === act);
  const places = steps.flatMap(({ act }, place) => (findRow(act)?.body === undefined ? [] : [place]));
  if (places.length === 0) return undefined;
  const place = choice.of(places);
  const step = steps[place] as StoryStep;
  const { expect: _expect, ...changed } =
    withChangedBody(step, findRow(step['act']) as Operation, namesAt(story, place), choice, propertyChances) ?? step;
  return withSteps(story, replaceItem(steps, place, changed));
};

const dropStep: Mutation = (story, { choice }) => {
  const steps = listSteps(story);
  return steps.length === 0 ? undefined : withSteps(story, withoutItem(steps, choice.below(steps.length)));
};

const swapSteps: Mutation = (story, { choice }) => {
  const steps = listSteps(story);
  if (steps.length < 2) return undefined;
  const place = choice.below(steps.length - 1);
  const [one, other] = [steps[place] as StoryStep, steps[place + 1] as StoryStep];
  return withSteps(story, [...steps.slice(0, place), other, one, ...steps.slice(place + 2)]);
};

/** Moves a step to the time at which a timer fires, or to one millisecond before or after it. */
const retimeStep: Mutation = (story, { choice, origin: { moments } }) => {
  const steps = listSteps(story);
  if (steps.length === 0 || moments.length === 0) return undefined;
  const place = choice.below(steps.length);
  return withSteps(story, replaceItem(steps, place, { at: momentText(choice, moments), ...withoutTime(steps[place] as StoryStep) }));
};

/** Lets time pass before a step or after the last one, so that pending timers come due. */
const wait: Mutation = (story, { swarm, choice, origin: { moments } }) => {
  const steps = listSteps(story);
  const place = choice.happens(2, 3) ? steps.length : choice.below(steps.length + 1);
  return withSteps(story, [...steps.slice(0, place), timeFor(story, swarm, choice, moments), ...steps.slice(place)]);
};

/** Removes a load, or adds one with another arrival process: a burst, a Poisson process, or constant gaps. */
const changeLoad: Mutation = (story, { swarm: { loads: isWanted }, choice }) => {
  const loads = listLoads(story);
  const [endpoint] = namesAt(story, 0).get('endpoint') ?? [];
  if (!isWanted || endpoint === undefined) return undefined;
  if (loads.length > 0 && choice.happens(1, 2)) return withLoads(story, withoutItem(loads, choice.below(loads.length)));
  const shape = choice.of<StoryStep>([
    { burst: { size: 12 } },
    { poisson: { rate: '2/s' }, for: '20s' },
    { constant: { every: '3s' }, exactly: 8 },
  ]);
  return withLoads(story, [...loads, { with: { endpoint, body: { input: {} } }, mayBeRefused: true, ...shape }]);
};

const mutations: Readonly<Record<MutationName, Mutation>> = {
  insertStep,
  changeBody,
  dropStep,
  repeatStep,
  swapSteps,
  retimeStep,
  wait,
  addFault,
  changeFault,
  dropFault,
  changeLoad,
  changeEndpoint: (story, { choice }) => changeEndpoint(story, choice),
  changeHosts: (story, { choice, origin }) => changeHosts(story, choice, origin.hosts),
  changeSetting: (story, { choice }) => changeSetting(story, choice),
  makeScarce,
  addRival,
  splice: (story, { other, choice }) => splice(story, other, choice),
};
