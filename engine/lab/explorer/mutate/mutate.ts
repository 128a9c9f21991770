import { isRead, type Operation } from '../../../api/operation.ts';
import { operations } from '../../../api/table.ts';
import { kindCreatedBy } from '../../../cloud/entities.ts';
import type { Choice } from '../choice.ts';
import { loadsOf, type Story, type StoryStep, stepsOf, withLoads, withSteps } from '../story.ts';
import { momentText, timeFor, withoutTime } from '../timing/timing.ts';
import { addRival } from './addRival.ts';
import { addFault, changeFault, dropFault } from './faultChanges.ts';
import { replaceItem, withoutItem } from './lists.ts';
import type { Material, Mutation } from './material.ts';
import { isAbout, type Names, namesAt } from './names.ts';
import { occasionFor } from './occasions.ts';
import { repeatStep } from './repeatStep.ts';
import { makeScarce } from './scarcity.ts';
import { changeSetting } from './settingChanges.ts';
import { splice } from './splice.ts';
import { stepFor, withChangedBody } from './steps.ts';
import type { MutationName } from './swarm.ts';
import { changeEndpoint, changeHosts } from './worldChanges.ts';

/** A story changed as often as the swarm says, by the mutations that the swarm has. */
export const mutate = (story: Story, from: Material): Story => {
  const { changes, mutations: some } = from.swarm;
  const weighted = some.map(([weight, name]) => [weight, mutations[name]] as const);
  let changed = story;
  for (let k = 0; k < changes; k++) changed = from.choice.pickWeighted(weighted)(changed, from) ?? changed;
  return from.choice.happens(1, 5) ? withAftermath(changed, from.choice) : changed;
};

/** Time runs on after the last step: faults end, and what was to be tried again is. */
const withAftermath = (story: Story, choice: Choice): Story => {
  const steps = stepsOf(story);
  const last = steps.at(-1);
  if (story['inputs'] !== undefined || (last !== undefined && last['act'] === undefined)) return story;
  return withSteps(story, [...steps, { delay: choice.of(['1m', '10m', '1h']) }]);
};

/** The same, where only what was and came when the story showed what it was picked for is met by steps and faults. */
export const inFocus = (from: Material): Material => {
  const { focus, moments, seen } = from.origin;
  if (focus === undefined) return from;
  const after = moments.filter((moment) => moment > focus).slice(0, nextMoments);
  const there = seen.filter((span) => span.from <= focus && focus <= (span.to ?? focus));
  return { ...from, origin: { ...from.origin, moments: [focus, ...after], seen: there.length > 0 ? there : seen } };
};

/** So many moments after the one in focus are near it. */
const nextMoments = 4;

const insertStep: Mutation = (story, from) => {
  const { swarm, choice } = from;
  const steps = stepsOf(story);
  const { place, time, names } = occasionFor(story, from);
  const row = rowFor(swarm.operations, names, choice);
  const step = { ...time, ...stepFor(row, names, steps.length + 1, choice, swarm.habits) };
  return withSteps(story, [...steps.slice(0, place), step, ...steps.slice(place)]);
};

/** Mostly a call about something that the story has; less often one that only reads. */
const rowFor = (rows: readonly Operation[], names: Names, choice: Choice): Operation => {
  const row = choice.of(rows);
  return ((isAbout(row, names) || kindCreatedBy(row.id) !== undefined) && !isRead(row)) || choice.happens(1, 3) ? row : choice.of(rows);
};

/** A call says something else in one property of its body. */
const changeBody: Mutation = (story, { swarm: { habits }, choice }) => {
  const steps = stepsOf(story);
  const places = steps.flatMap(({ act }, place) => (rowById.get(act)?.body === undefined ? [] : [place]));
  if (places.length === 0) return undefined;
  const place = choice.of(places);
  const step = steps[place] as StoryStep;
  const { expect: _expect, ...changed } =
    withChangedBody(step, rowById.get(step['act']) as Operation, namesAt(story, place), choice, habits) ?? step;
  return withSteps(story, replaceItem(steps, place, changed));
};

const rowById: ReadonlyMap<unknown, Operation> = new Map(operations.map((row) => [row.id, row]));

const dropStep: Mutation = (story, { choice }) => {
  const steps = stepsOf(story);
  return steps.length === 0 ? undefined : withSteps(story, withoutItem(steps, choice.below(steps.length)));
};

const swapSteps: Mutation = (story, { choice }) => {
  const steps = stepsOf(story);
  if (steps.length < 2) return undefined;
  const place = choice.below(steps.length - 1);
  const [one, other] = [steps[place] as StoryStep, steps[place + 1] as StoryStep];
  return withSteps(story, [...steps.slice(0, place), other, one, ...steps.slice(place + 2)]);
};

/** Moves a step to a moment at which a timer fires, or to a millisecond beside it. */
const retimeStep: Mutation = (story, { choice, origin: { moments } }) => {
  const steps = stepsOf(story);
  if (steps.length === 0 || moments.length === 0) return undefined;
  const place = choice.below(steps.length);
  return withSteps(story, replaceItem(steps, place, { at: momentText(choice, moments), ...withoutTime(steps[place] as StoryStep) }));
};

/** Time runs on before a step, or after the last one: what is still pending then comes due. */
const wait: Mutation = (story, { swarm, choice, origin: { moments } }) => {
  const steps = stepsOf(story);
  const place = choice.happens(2, 3) ? steps.length : choice.below(steps.length + 1);
  return withSteps(story, [...steps.slice(0, place), timeFor(story, swarm, choice, moments), ...steps.slice(place)]);
};

/** A load has another shape: many at once, or a few each second. */
const changeLoad: Mutation = (story, { swarm: { loads: isWanted }, choice }) => {
  const loads = loadsOf(story);
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
