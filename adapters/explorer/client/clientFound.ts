import { isLeft } from 'fp-ts/lib/Either.js';
import { findOperation } from '../../../engine/api/index.ts';
import { formatDuration, type Json } from '../../../engine/kernel/index.ts';
import {
  type BrokenProperty,
  clientProperty,
  listSteps,
  parseStoryScenario,
  type Story,
  textOfFound,
  withSteps,
} from '../../../engine/lab/explorer/index.ts';
import { allChecks, maskSecrets, play } from '../../../engine/scenario/index.ts';
import { sha256 } from '../../store/sha256.ts';
import { type MadeCall, nameStep } from './calls.ts';
import type { ClientOutcome } from './clientOutcome.ts';
import type { ClientRun } from './clientRun.ts';
import { type Folded, foldSteps } from './foldSteps.ts';

/** A found client as a file. */
export interface FoundClientText {
  readonly text: string;
  /** The number of its steps. */
  readonly steps: number;
  /** Whether a run of the file fails, without the client. */
  readonly failsAlone: boolean;
  /** The entry of its log to look at. */
  readonly seq?: number;
}

/**
 * The scenario of a run: its world and faults, and the calls that the client made, as steps. Its first line says what it breaks, the
 * second how the client is run again.
 */
export const textOfClientFound = (run: ClientRun, outcome: ClientOutcome, failure: BrokenProperty, again: string): FoundClientText => {
  const whole = recordStory(run, outcome, failure.property);
  const fails = (one: Story): boolean => breakAlone(one, failure) !== undefined;
  // Without the client, a call may be answered in another way: then no step says how.
  const folded = foldSteps(fails(whole) ? whole : expectingNothing(whole), fails, clientProperty(failure.property)?.lasting === true);
  const { story } = folded;
  const broken = breakAlone(story, failure);
  const [first = '', ...rest] = textOfFound(story, failure).split('\n');
  const lines = [
    first,
    `# the client again: ${again}`,
    ...wordsOfLeftOut(folded),
    ...(broken !== undefined ? [] : ['# its steps alone break nothing: what went wrong shows where the client is run again']),
    ...rest,
  ];
  return {
    // What a client sends as a secret may be one.
    text: maskSecrets(lines.join('\n')),
    steps: callsIn(story),
    failsAlone: broken !== undefined,
    ...(broken?.seq === undefined ? {} : { seq: broken.seq }),
  };
};

const wordsOfLeftOut = ({ polls, later }: Folded): readonly string[] => {
  const parts = [
    ...(polls === 0 ? [] : [polls === 1 ? 'a poll that asks what others ask' : `${polls} polls that ask what others ask`]),
    ...(later === 0 ? [] : [later === 1 ? 'the step after the failure' : `the ${later} steps after the failure`]),
  ];
  return parts.length === 0 ? [] : [`# left out: ${parts.join('; ')}`];
};

/** The same, whatever refused calls are answered. */
const expectingNothing = (story: Story): Story =>
  withSteps(
    story,
    listSteps(story).map((step) => (step['expect'] === undefined ? step : { ...step, expect: { status: { gte: 200 } } })),
  );

/** How a run of the scenario fails without the client, if it does in the same way, and in no other. */
const breakAlone = (story: Story, { property, shape }: BrokenProperty): { readonly seq?: number | undefined } | undefined => {
  const scenario = parseStoryScenario(story, 'found.scenario.yaml', () => undefined);
  if (isLeft(scenario)) return undefined;
  const { properties, failed } = play(scenario.right, { sha256, ...allChecks });
  const found = properties.find(({ name, broken }) => name === `client ${property}` && broken?.shape === shape);
  return failed.every(({ path }) => path[0] === 'properties') ? found?.broken : undefined;
};

/** The calls that reached the world, each at its time; and what the client did at its end. */
const recordStory = (
  { story, network }: ClientRun,
  { calls, exchanges, endedAt, how, said, hookAnswers }: ClientOutcome,
  property: string,
): Story => {
  const names = new Map<string, string>();
  const made = calls.filter(({ input }) => input.request.unreadable === undefined);
  const steps = [...made.map((call) => writeStep(call, names)), { at: formatDuration(endedAt) }];
  if (clientProperty(property) === undefined) return { ...story, steps };
  const losses = made.flatMap(({ number }) => {
    const words = exchanges[number - 1]?.lost;
    return words === undefined ? [] : [[nameStep(number), words]];
  });
  const because = made.flatMap(({ number }) => {
    const job = exchanges[number - 1]?.because?.jobId;
    const submission = made.find(({ answer }) => job !== undefined && nameMade('run', answer?.body) === job);
    return submission === undefined ? [] : [[nameStep(number), nameStep(submission.number)]];
  });
  const client = {
    client: property,
    ...(how === 'returned' ? {} : { ended: how }),
    ...(said === undefined || said === '' ? {} : { said: said.slice(-saidMax).replaceAll('$', '$$$$') }),
    ...(network.latencyMs === 0 ? {} : { latency: formatDuration(network.latencyMs) }),
    ...(losses.length === 0 ? {} : { lost: Object.fromEntries(losses) }),
    ...(because.length === 0 ? {} : { because: Object.fromEntries(because) }),
  };
  return { ...withHookAnswers(story, hookAnswers), steps, properties: [client] };
};

/** Without the client, its webhooks are simulated: their receiver answers what the client did, or what the network made of it. */
const withHookAnswers = (story: Story, answers: readonly number[]): Story => {
  if (answers.every((status) => status >= 200 && status < 300)) return story;
  const world = (story['world'] ?? {}) as { readonly settings?: { readonly job?: { readonly [name: string]: Json } } };
  const job = { ...world.settings?.job, webhookAnswers: answers.map((status) => (status === 0 ? noAnswer : status)) };
  return { ...story, world: { ...world, settings: { ...world.settings, job } } };
};

/** A setting has no other word for an answer that did not come. */
const noAnswer = 504;

/** The end of what a client said is enough to find the ids that it names. */
const saidMax = 2_000;

/** A step of that name has the same ids and draws as the call had. What it made is saved under a name where others use it. */
const writeStep = ({ number, at, input, answer }: MadeCall, names: Map<string, string>): Json => {
  const { id = '', resolves = {} } = findOperation(input.operation) ?? {};
  const { params, query, headers, body, method, podsim } = input.request;
  const fillNames = (value: Json): Json => withNames(value, names);
  const written = {
    ...(method === undefined ? {} : { method }),
    ...Object.fromEntries(Object.entries(params).map(([param, value]) => [resolves[param] ?? param, fillNames(value)])),
    ...(Object.keys(query).length === 0 ? {} : { query: fillNames(query as Json) }),
    ...(headers === undefined ? {} : { headers: fillNames(headers as Json) }),
    ...(body === undefined ? {} : { body: fillNames(body) }),
    ...(podsim?.handler === undefined ? {} : { handler: fillNames(podsim.handler) }),
  };
  const made = nameMade(id, answer?.body);
  const name = `${nameMadeKind(id)}${names.size + 1}`;
  if (made !== undefined && !names.has(made)) names.set(made, name);
  return {
    name: nameStep(number),
    at: formatDuration(Number(at)),
    act: id,
    ...(Object.keys(written).length === 0 ? {} : { with: written as Json }),
    ...('because' in input.client ? { as: 'nobody' } : {}),
    ...(made !== undefined && names.get(made) === name ? { save: { [name]: 'id' } } : {}),
    ...(answer !== undefined && answer.status >= 400 ? { expect: { status: answer.status } } : {}),
  };
};

const nameMade = (operation: string, body: Json | undefined): string | undefined => {
  if (!/^(?:run|runsync|create\w+)$/.test(operation) || body === null || typeof body !== 'object') return undefined;
  const { id } = body as { readonly id?: Json };
  return typeof id === 'string' ? id : undefined;
};

const nameMadeKind = (operation: string): string => (operation.startsWith('create') ? operation.slice(6).toLowerCase() : 'job');

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
const callsIn = (story: Story): number => listSteps(story).filter(({ act }) => act !== undefined).length;
