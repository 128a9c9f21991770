import { z } from 'zod';
import { strictObject } from '../../api/contract/parts/objects.ts';
import type { StateChange } from '../../cloud/state/state.ts';
import type { Entry } from '../step/assertion.ts';
import { buildFinder } from './finder.ts';
import { propertyKind } from './kind.ts';
import { anyLook, lookText } from './look.ts';

const schema = strictObject(() => ({
  reachable: z
    .union([anyLook, z.array(anyLook).min(1)])
    .describe('A goal that some run of an exploration reaches: events and states that are met in this order'),
}));

/** `reachable`: a goal with steps. Each run takes some of them. */
export const reachable = propertyKind({
  key: 'reachable',
  schema,
  text: ({ reachable: goal }) => `reachable ${[goal].flat().map(lookText).join(', then ')}`,
  looks: ({ reachable: goal }) => [goal].flat().map((look, k) => ({ path: Array.isArray(goal) ? ['reachable', k] : ['reachable'], look })),
  watch: ({ reachable: goal }, run) => {
    const looks = [goal].flat();
    const finders = looks.map((look) => buildFinder(look, run));
    let met = 0;
    const meetStates = (): void => {
      while (met < finders.length && finders[met]?.holds() === true) met += 1;
    };
    return {
      // One event is one step at most. States that hold already are met at once.
      entry: (entry: Entry) => {
        const met0 = met;
        finders.forEach((finder, k) => {
          if (finder.isIt(entry) && k === met0) met += 1;
        });
      },
      change: (change: StateChange | undefined) => {
        if (change !== undefined) for (const finder of finders) finder.change(change);
        meetStates();
      },
      memory: {
        dump: () => met,
        load: (memory) => {
          met = memory as number;
        },
      },
      end: meetStates,
      verdict: () => {
        const next = looks[met];
        return {
          evaluated: finders.some((finder) => finder.hasLooked()),
          seen: met === looks.length,
          progress: { met, of: looks.length, ...(next === undefined ? {} : { next: lookText(next) }) },
        };
      },
    };
  },
});
