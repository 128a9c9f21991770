import { listSteps, withSteps } from '../story.ts';
import type { Pass } from './search.ts';

/** A step that is written after others, and comes before them, is written before them: then it needs no time. */
export const putInOrder: Pass = (search) => {
  listSteps(search.story).forEach((_, from) => {
    for (let place = 0; place < from; place++) {
      const steps = listSteps(search.story);
      const { at, ...untimed } = steps[from] ?? {};
      if (at === undefined) return;
      if (search.accept(withSteps(search.story, steps.toSpliced(from, 1).toSpliced(place, 0, untimed)))) return;
    }
  });
};
