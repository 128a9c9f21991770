import { z } from 'zod';
import { where } from '../format/eventFormat.ts';
import { buildFinder } from './finder.ts';
import { type Break, propertyKind } from './kind.ts';
import { anyLook, eventIn, type LookSpec, lookText } from './look.ts';

const schema = z
  .strictObject({
    never: anyLook.describe('An event type, or a state: it never comes'),
    of: z.string().optional().describe('Of this entity alone'),
    where,
  })
  .superRefine(({ never: look, of, where: fields }, { addIssue }) => {
    for (const [name, given] of [
      ['of', of],
      ['where', fields],
    ] as const)
      if (given !== undefined && !(typeof look === 'string' && eventIn(look) !== undefined))
        addIssue({ code: 'custom', path: [name], message: `\`${name}\` goes with the type of an event` });
  });

/** `never`: an event or a state that never comes. */
export const never = propertyKind({
  key: 'never',
  schema,
  text: (spec) => `never ${lookText(buildLook(spec))}`,
  looks: (spec) => [{ path: typeof spec.never === 'string' ? [] : ['never'], look: buildLook(spec) }],
  watch: (spec, run) => {
    const look = buildLook(spec);
    const finder = buildFinder(look, run);
    let broken: Break | undefined;
    return {
      entry: (entry) => {
        if (!finder.isIt(entry) || broken !== undefined) return;
        broken = { mismatch: describeMismatch(look, 'once'), entry, at: entry.at, shape: entry.event.type };
      },
      change: (change) => {
        if (change !== undefined) finder.change(change);
        if (broken !== undefined || !finder.holds()) return;
        const entry = run.log.entry(run.world.log.length);
        broken = { mismatch: describeMismatch(look, 'it'), entry, at: run.now, shape: `after ${entry?.event.type ?? 'the beginning'}` };
      },
      verdict: () => ({ evaluated: finder.hasLooked(), ...(broken === undefined ? {} : { broken }) }),
    };
  },
});

const describeMismatch = (look: LookSpec, actual: string) => ({ what: lookText(look), expected: 'never', actual });

/** An event with its `of` and `where`. */
const buildLook = ({ never: look, of, where: fields }: z.output<typeof schema>): LookSpec => {
  const event = typeof look === 'string' ? eventIn(look) : undefined;
  return event === undefined ? look : { ...event, of, where: fields };
};
