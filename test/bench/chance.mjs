// Pure chance: stories of steps drawn one by one, each as likely as any other, in one world. Nothing is learned from what they show.
const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url));
const { operations } = await from('engine/api/table.js');
const { faultKinds } = await from('engine/cloud/fault/events.js');
const { Choice } = await from('engine/lab/explorer/choice.js');
const { faultFor } = await from('engine/lab/explorer/mutate/faults.js');
const { namesAt } = await from('engine/lab/explorer/mutate/names.js');
const { stepFor } = await from('engine/lab/explorer/mutate/steps.js');
const { withFaults, withSteps } = await from('engine/lab/explorer/story.js');

const callable = operations.filter(({ permission }) => permission !== null);

/** A story of up to twenty steps, with up to two faults. It has the same words as the explorer's: the same bodies, names and faults. */
export const chanceStory = (seed, number) => {
  const choice = new Choice(seed, `chance ${number}`);
  let story = { title: 'chance', seed: `${seed}/${number}`, world: { endpoints: [{ id: 'ep-a' }] } };
  const count = 1 + choice.below(20);
  for (let k = 0; k < count; k++) {
    const steps = story.steps ?? [];
    const delay = `${choice.below(choice.of([1_000, 60_000, 3_600_000]))}ms`;
    story = withSteps(story, [...steps, { delay, ...stepFor(choice.of(callable), namesAt(story, k), k + 1, choice) }]);
  }
  const faults = Array.from({ length: choice.below(3) }, () => faultFor(choice.of(faultKinds), namesAt(story, 0), choice, []));
  return withFaults(story, faults);
};
