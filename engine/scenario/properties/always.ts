import { strictObject } from '../../api/contract/parts/objects.ts';
import { type Break, propertyKind, type WatchedRun } from './kind.ts';
import { lookText, type StateLookSpec, stateLook } from './look.ts';
import { lookAtState } from './stateLook.ts';

const schema = strictObject(() => ({
  always: stateLook.describe('What the state is like after every event: a condition as in `when`, a number of entities, or the bill'),
  while: stateLook.optional().describe('Only as long as this holds'),
}));

/** `always`: a state that holds after every event. */
export const always = propertyKind({
  key: 'always',
  schema,
  text: ({ always: look, while: guard }) => `always ${lookText(look)}${guard === undefined ? '' : ` while ${lookText(guard)}`}`,
  looks: ({ always: look, while: guard }) => [
    { path: ['always'], look },
    ...(guard === undefined ? [] : [{ path: ['while'], look: guard }]),
  ],
  watch: (spec, run) => {
    const look = lookAtState(spec.always, run);
    const guard = spec.while === undefined ? undefined : lookAtState(spec.while, run);
    let evaluated = false;
    let broken: Break | undefined;
    const check = (): void => {
      if (broken !== undefined || (guard !== undefined && guard.differences().length > 0)) return;
      evaluated = true;
      const [mismatch] = look.differences();
      if (mismatch === undefined) return;
      const entry = newestEntry(run);
      // The amount spent grows with time, without any event.
      const shape = isBill(spec.always) ? 'spent' : `after ${entry?.event.type ?? 'the beginning'}`;
      broken = { mismatch, entry, at: run.now, shape };
    };
    return {
      entry: (entry) => {
        look.entry?.(entry);
        guard?.entry?.(entry);
      },
      change: (change) => {
        if (change !== undefined) {
          look.change?.(change);
          guard?.change?.(change);
        }
        check();
      },
      end: check,
      verdict: () => ({ evaluated, ...(broken === undefined ? {} : { broken }) }),
    };
  },
});

const newestEntry = ({ log, world }: WatchedRun) => log.entry(world.log.length);

const isBill = (look: StateLookSpec): boolean => typeof look !== 'string' && 'metric' in look;
