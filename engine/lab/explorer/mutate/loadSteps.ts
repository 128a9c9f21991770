import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration } from '../../../kernel/time.ts';
import { loadNames } from '../../../scenario/load/keys.ts';
import type { Entry } from '../../../scenario/step/assertion.ts';
import { leaveOutChunks } from '../shrink/items.ts';
import type { Pass, Search } from '../shrink/search.ts';
import { listLoads, listSteps, type Story, type StoryStep, withLoads, withSteps } from '../story.ts';
import { withTexts } from '../storyPaths.ts';

/** A load of more calls than this is made smaller first. */
const callsMax = 200;

/**
 * Replaces a load by the steps that its clients took, at the same times, if few of its calls matter. Their draws have other keys, so the
 * story may fail no more; then the load stays. `listEntries` gives the log of a story up to its failure.
 */
export const loadsAsSteps =
  (listEntries: (story: Story) => readonly Entry[]): Pass =>
  (search) => {
    for (const load of listLoads(search.story)) {
      const calls = callsMade(search.story, load, listEntries(search.story));
      if (calls.length === 0 || calls.length > callsMax) continue;
      const rest = withLoads(
        search.story,
        listLoads(search.story).filter((one) => one !== load),
      );
      const own = listSteps(rest);
      const whole = withSteps(rest, [...own, ...calls, ...untilFailure(listEntries(search.story))]);
      if (search.fails(whole)) search.accept(fewestCalls(search, whole, own.length));
    }
  };

/** Steps end with the last one, while a load waits for its jobs: a step without a call lets time pass up to the failure. */
const untilFailure = (entries: readonly Entry[]): readonly StoryStep[] => {
  const last = entries.at(-1);
  return last === undefined ? [] : [{ at: formatDuration(Number(last.at)) }];
};

/** The story with as few of the steps after a place as still fail. */
const fewestCalls = ({ fails }: Search, whole: Story, place: number): Story => {
  let fewest = whole;
  const search: Search = {
    get story() {
      return fewest;
    },
    fails,
    accept: (candidate) => {
      if (!fails(candidate)) return false;
      fewest = candidate;
      return true;
    },
  };
  leaveOutChunks(search, {
    of: (story) => listSteps(story).slice(place),
    with: (story, calls) => withSteps(story, [...listSteps(story).slice(0, place), ...calls]),
  });
  return fewest;
};

const callsMade = (story: Story, load: StoryStep, entries: readonly Entry[]): readonly StoryStep[] => {
  const loads = listLoads(story);
  const name = loadNames(loads.map((one) => ({ act: 'run', ...one }) as never))[loads.indexOf(load)];
  return entries.flatMap(({ at, event }): readonly StoryStep[] => {
    if (event.type !== 'InputReceived' || event.key === undefined || !event.key.startsWith(`${name}/`)) return [];
    const step = stepFor(load, event.key.slice(`${name}/`.length).split('/'), event.request.podsim?.handler);
    return step === undefined || step['act'] !== event.operation ? [] : [{ at: formatDuration(Number(at)), ...step }];
  });
};

/** The call that a key denotes: `7` is the first of the seventh client, `7/s2` its second, `7/s2/3` the third attempt at that. */
const stepFor = (load: StoryStep, key: readonly string[], handler: Json | undefined): StoryStep | undefined => {
  const number = key.findIndex((part) => /^s\d+$/.test(part));
  const client = (number === -1 ? key.slice(0, load['closed'] === undefined ? 1 : 2) : key.slice(0, number)).join('-');
  const calls = (load['steps'] ?? [{ act: load['act'] ?? 'run', with: load['with'] ?? {} }]) as readonly StoryStep[];
  const call = calls[number === -1 ? 0 : Number(key[number]?.slice(1)) - 1];
  if (call === undefined) return undefined;
  const { delay: _delay, with: written = {}, save, ...others } = call;
  const sent = handler === undefined ? written : { ...(written as object), handler };
  return {
    ...(load['as'] === undefined ? {} : { as: load['as'] }),
    ...others,
    with: withTexts(sent, (text) => ownVariables(text, calls, client)),
    ...(save === undefined
      ? {}
      : {
          save: withTexts(
            save,
            (text) => text,
            (variable) => `${variable}-${client}`,
          ),
        }),
  };
};

/** Each client of a load has variables of its own. */
const ownVariables = (text: string, calls: readonly StoryStep[], client: string): string =>
  calls
    .flatMap(({ save }) => Object.keys((save ?? {}) as object))
    .reduce((words, name) => words.replaceAll(new RegExp(`\\$${name}(?![\\w-])`, 'g'), `$$${name}-${client}`), text);
