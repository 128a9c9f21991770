import { type BrokenProperty, clientProperty, foundText, type Story, stepsOf } from '../../../engine/explorer/index.ts';
import { findOperation, formatDuration, type Json } from '../../../engine/index.ts';
import { type MadeCall, stepNameOf } from './calls.ts';
import type { ClientOutcome, ClientRun } from './clientRun.ts';

/** The scenario of a run: its world and faults, and the calls that the client made, as steps. Its first line says what it breaks, the second how the client is run again. */
export const foundClientText = (run: ClientRun, outcome: ClientOutcome, failure: BrokenProperty, again: string): string => {
  const story = recordedStory(run, outcome.calls, outcome.endedAt, failure.property);
  const [first = '', ...rest] = foundText(story, failure).split('\n');
  return [first, `# the client again: ${again}`, ...rest].join('\n');
};

/** The calls that reached the world, each at its time. */
const recordedStory = ({ story }: ClientRun, calls: readonly MadeCall[], endedAt: number, property: string): Story => {
  const names = new Map<string, string>();
  const steps = calls.flatMap((call): readonly Json[] => {
    if (call.input.request.unreadable !== undefined) return [];
    const step = stepOf(call, names);
    return [step];
  });
  const checked: Story = clientProperty(property) === undefined ? { invariants: 'all' } : { properties: [{ client: property }] };
  return { ...story, steps: [...steps, { at: formatDuration(endedAt) }], ...checked };
};

/** A step of that name has the same ids and draws as the call had. What it made is saved under a name where others use it. */
const stepOf = ({ number, at, input, answer }: MadeCall, names: Map<string, string>): Json => {
  const { id = '', resolves = {} } = findOperation(input.operation) ?? {};
  const { params, query, headers, body, method, podsim } = input.request;
  const filled = (value: Json): Json => withNames(value, names);
  const written = {
    ...(method === undefined ? {} : { method }),
    ...Object.fromEntries(Object.entries(params).map(([param, value]) => [resolves[param] ?? param, filled(value)])),
    ...(Object.keys(query).length === 0 ? {} : { query: filled(query as Json) }),
    ...(headers === undefined ? {} : { headers: filled(headers as Json) }),
    ...(body === undefined ? {} : { body: filled(body) }),
    ...(podsim?.handler === undefined ? {} : { handler: filled(podsim.handler) }),
  };
  const made = madeBy(id, answer?.body);
  const name = `${kindOf(id)}${names.size + 1}`;
  if (made !== undefined && !names.has(made)) names.set(made, name);
  return {
    name: stepNameOf(number),
    at: formatDuration(Number(at)),
    act: id,
    ...(Object.keys(written).length === 0 ? {} : { with: written as Json }),
    ...(input.client.key === null ? { as: 'nobody' } : {}),
    ...(made !== undefined && names.get(made) === name ? { save: { [name]: 'id' } } : {}),
  };
};

const madeBy = (operation: string, body: Json | undefined): string | undefined => {
  if (!/^(?:run|runsync|create\w+)$/.test(operation) || body === null || typeof body !== 'object') return undefined;
  const { id } = body as { readonly id?: Json };
  return typeof id === 'string' ? id : undefined;
};

const kindOf = (operation: string): string => (operation.startsWith('create') ? operation.slice(6).toLowerCase() : 'job');

/** Ids as the variables that hold them. Dollar signs that are no variables are doubled. */
const withNames = (value: Json, names: ReadonlyMap<string, string>): Json => {
  if (typeof value === 'string') {
    const name = names.get(value);
    return name === undefined ? value.replaceAll('$', '$$$$') : `$${name}`;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => withNames(item, names));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withNames(field as Json, names)]));
};

/** How many calls a found scenario has. */
export const callsIn = (story: Story): number => stepsOf(story).filter(({ act }) => act !== undefined).length;
