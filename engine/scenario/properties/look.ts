import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { entities, isKind } from '../../cloud/entities.ts';
import { canonicalText, type Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { counted, eventType, eventTypes, where } from '../format/eventFormat.ts';
import { comparison } from '../step/assertionText.ts';
import { conditionExamples, conditionProblem, conditionWords, neverIs } from '../step/condition.ts';
import { readOperators } from '../step/expectation.ts';

const entityOf = z.string().optional().describe('Of this entity alone');

/** A condition as in `when`. */
const conditionText = z
  .string()
  .superRefine((text, { addIssue }) => {
    const problem = conditionProblem(text);
    if (problem !== undefined) addIssue({ code: 'custom', message: problem });
  })
  .meta({
    description: 'A condition as in `when`, e.g. `endpoint ep-a has 2 workers`',
    ...conditionWords(),
  });

/** An event by its type, or a condition as in `when`. */
const eventOrCondition = z
  .string()
  .superRefine((text, { addIssue }) => {
    if (eventTypes.includes(text)) return;
    const isWord = !text.trim().includes(' ');
    const message = isWord
      ? `'${text}' is neither an event type nor a condition such as \`${conditionExamples[0]}\`${suggestion(text, eventTypes, 'docs/reference/names.md')}`
      : conditionProblem(text);
    if (message !== undefined) addIssue({ code: 'custom', message });
  })
  .meta({
    description: 'An event type, or a condition as in `when`, e.g. `job $job is FAILED`',
    anyOf: [{ enum: eventTypes }, conditionWords()],
  });

const statuses = z.union([z.string(), z.array(z.string()).min(1)]);

/** A number of entities as they are, or of events so far. */
const count = strictObject(() => ({
  count: counted.describe('How many entities of this kind there are; or how many events of this type there were so far'),
  in: statuses.optional().describe('Of entities: those in one of these statuses'),
  of: z.string().optional().describe('Of entities: those of this endpoint, account, …; of events: those of this entity'),
  where: where.describe('Fields that the event, or the state of the entity, must have'),
  is: json,
})).superRefine(({ count: what, in: wanted }, { addIssue }) => {
  if (wanted === undefined) return;
  if (!isKind(what)) return addIssue({ code: 'custom', path: ['in'], message: `${what} is an event: it has no status` });
  const known = entities[what].lifecycle.statuses.map(({ status }) => status);
  for (const status of [wanted].flat())
    if (!known.includes(status)) addIssue({ code: 'custom', path: ['in'], message: neverIs(what, status, known) });
});

const bill = strictObject(() => ({
  metric: z.literal('bill').describe('What was spent so far, in USD'),
  of: z.string().optional().describe('A pod, a cluster, an endpoint or a volume. All of them unless given'),
  is: json,
}));

const event = z.strictObject({ event: eventType, of: entityOf, where });

/** A state that can be looked for. */
export const stateLook = z.union([conditionText, count, bill]);
/** A look finds an event or a state in a run. */
export const anyLook = z.union([eventOrCondition, event, count, bill]);

export type StateLookSpec = z.output<typeof stateLook>;
export type LookSpec = z.output<typeof anyLook>;
export type EventLookSpec = z.output<typeof event>;

/** The event that is looked for; undefined if it is a state. */
export const eventIn = (look: LookSpec): EventLookSpec | undefined => {
  if (typeof look === 'string') return eventTypes.includes(look) ? { event: look } : undefined;
  return 'event' in look ? look : undefined;
};

/** Describes the event or state that a look searches for. */
export const lookText = (look: LookSpec): string => {
  if (typeof look === 'string') return look;
  const of = look.of === undefined ? '' : ` of ${look.of}`;
  if ('event' in look) return `${look.event}${of}${whereText(look.where)}`;
  if ('metric' in look) return `bill${of} ${comparison(look.is as Json)} USD`;
  return `${countText(look)} ${comparison(look.is as Json)}`;
};

export const countText = ({ count: what, in: statuses, of, where: fields }: z.output<typeof count>): string =>
  `count of ${what}${statuses === undefined ? '' : ` ${[statuses].flat().join(' or ')}`}${of === undefined ? '' : ` of ${of}`}${whereText(fields)}`;

const whereText = (fields: Readonly<Record<string, unknown>> | undefined): string =>
  fields === undefined
    ? ''
    : ` where ${Object.entries(fields)
        .map(([name, value]) => `${name} ${textOfWanted(value as Json)}`)
        .join(', ')}`;

const textOfWanted = (wanted: Json): string =>
  readOperators(wanted) === undefined && typeof wanted === 'object' ? `= ${canonicalText(wanted)}` : comparison(wanted);
