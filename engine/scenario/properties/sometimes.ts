import { strictObject } from '../../api/contract/parts/objects.ts';
import { buildFinder } from './finder.ts';
import { propertyKind } from './kind.ts';
import { anyLook, lookText } from './look.ts';

const schema = strictObject(() => ({
  sometimes: anyLook.describe('An event or a state that some run of an exploration shows. A run alone may do without it'),
}));

/**
 * `sometimes`: an event or state that at least one run shows. A run that does not show it breaks nothing. The summary says so if no run
 * shows it.
 */
export const sometimes = propertyKind({
  key: 'sometimes',
  schema,
  text: ({ sometimes: look }) => `sometimes ${lookText(look)}`,
  looks: ({ sometimes: look }) => [{ path: ['sometimes'], look }],
  watch: ({ sometimes: look }, run) => {
    const finder = buildFinder(look, run);
    let seen = false;
    const check = (): void => {
      seen ||= finder.holds();
    };
    return {
      entry: (entry) => {
        seen = finder.isIt(entry) || seen;
      },
      change: (change) => {
        if (change !== undefined) finder.change(change);
        check();
      },
      end: check,
      verdict: () => ({ evaluated: finder.hasLooked(), seen }),
    };
  },
});
