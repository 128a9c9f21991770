import type { FaultKind } from '../../../cloud/fault/events.ts';
import { isSame, type Json } from '../../../kernel/canonical.ts';
import { formatDuration, parseDuration } from '../../../kernel/time.ts';
import type { Choice } from '../choice.ts';
import { listFaults, type Story, type StoryStep, withFaults } from '../story.ts';
import { chooseSpan, momentIn } from '../timing/timing.ts';
import { faultFor } from './faults.ts';
import { replaceItem, withoutItem } from './lists.ts';
import type { Mutation, MutationInput } from './mutation.ts';
import { type Names, namesAt } from './names.ts';

/** Adds a fault, often in the window of another one, so that two faults overlap. Now and then it adds two that overlap. */
export const addFault: Mutation = (story, from) => {
  if (from.swarm.faults.length === 0) return undefined;
  const added = withFaults(story, [...listFaults(story), besideOthers(story, from, 3)]);
  return from.choice.happens(1, 6) ? withFaults(added, [...listFaults(added), besideOthers(added, from, 1)]) : added;
};

/** One of this many added faults overlaps an existing one. */
const besideOthers = (story: Story, from: MutationInput, among: number): StoryStep => {
  const { swarm, choice } = from;
  const fresh = newFault(choice.of(swarm.faults), story, from);
  const others = listFaults(story).flatMap(({ window }) => (window === undefined ? [] : [window as FaultWindow]));
  if (others.length === 0 || fresh['window'] === undefined || !choice.happens(1, among)) return fresh;
  return { ...fresh, window: meeting(choice.of(others), choice) };
};

/** The window of another fault, one that is open when the other ends, or one that begins then. */
const meeting = (other: FaultWindow, choice: Choice): Json => {
  const [from, to] = [parseMs(other.from ?? '0s'), parseMs(other.to)];
  if (from === undefined || to === undefined || to <= from || choice.happens(1, 2)) return { ...other };
  const begins = choice.of([Math.floor((from + to) / 2), to]);
  return { from: formatDuration(begins), to: formatDuration(to + (to - from)) };
};

/** A window as scenarios write it, or a log has it. */
interface FaultWindow {
  readonly from?: Json;
  readonly to?: Json;
}

const parseMs = (text: Json | undefined): number | undefined => (typeof text === 'string' ? parseDuration(text) : undefined);

/** Changes the time of a fault, its target, or the number of its strikes. */
export const changeFault: Mutation = (story, from) => {
  const { choice } = from;
  const faults = listFaults(story);
  // A fault may be written as a log has it if the scenario format cannot express it.
  const inWords = faults.flatMap(({ fault }, place) => (fault === undefined ? [] : [place]));
  if (inWords.length === 0) return undefined;
  const place = choice.of(inWords);
  const before = faults[place] as StoryStep;
  const after = newFault(before['fault'] as FaultKind, story, from);
  const parts = choice.of([['at', 'window', 'limit'], ['match'], ['chance']]);
  const without = (fault: StoryStep, isLeftOut: (part: string) => boolean): StoryStep =>
    Object.fromEntries(Object.entries(fault).filter(([part]) => !isLeftOut(part)));
  const changed = { ...without(before, (part) => parts.includes(part)), ...without(after, (part) => !parts.includes(part)) };
  return withFaults(story, replaceItem(faults, place, changed));
};

export const dropFault: Mutation = (story, { choice }) => {
  const faults = listFaults(story);
  return faults.length === 0 ? undefined : withFaults(story, withoutItem(faults, choice.below(faults.length)));
};

/** A new fault, often on the host of an entity and while that has some status. */
const newFault = (kind: FaultKind, story: Story, from: MutationInput): StoryStep => {
  const { choice, origin } = from;
  const targets = targetsIn(story, from);
  const placed = origin.seen.filter(({ host }) => host !== undefined && targets.get('host')?.includes(host) === true);
  if (placed.length === 0 || choice.happens(1, 3)) return faultFor(kind, targets, choice, origin.moments);
  const span = chooseSpan(placed, choice);
  return faultFor(kind, new Map([...targets, ['host', [span.host as string]]]), choice, origin.moments, momentIn(span, choice));
};

/** The possible targets of a fault: the names in the story, and places that held something in the story before it was changed. */
const targetsIn = (story: Story, { origin: { story: before, places } }: MutationInput): Names => {
  const names = new Map(namesAt(story, 0));
  if (!isSame(worldPart(story, 'hosts'), worldPart(before, 'hosts'))) return names;
  const { host = [], dataCenter = [], gpu = [] } = places;
  names.set('host', [...(names.get('host') ?? []), ...host]);
  names.set('dataCenter', dataCenter);
  names.set('gpu', gpu);
  const endpoints = names.get('endpoint') ?? [];
  names.set(
    'worker',
    (places.worker ?? []).filter((id) => endpoints.includes(id.replace(/-w\d+$/, ''))),
  );
  return names;
};

const worldPart = ({ world }: Story, part: string): Json => (world as { readonly [key: string]: Json } | undefined)?.[part] ?? null;
