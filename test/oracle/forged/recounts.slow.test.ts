import { describe, expect, test } from 'vitest';
import { type EventOf, findId, findKind, type Kind } from '../../../engine/cloud/entities.ts';
import type { DomainEvent, InputEvent } from '../../../engine/cloud/input.ts';
import { type StateChange, stateFor } from '../../../engine/cloud/state/state.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import { type LogHeader, readSettings } from '../../../engine/simulator/definition.ts';
import { entriesOf, playedText } from '../../support/worlds/playing.ts';
import { Audit } from '../audit/audit.ts';
import { recounts } from '../audit/recounts.ts';
import { auditLog } from '../auditLog.ts';
import { accountExamples } from './accountExamples.ts';
import { allocationExamples } from './allocationExamples.ts';
import { batchExamples } from './batchExamples.ts';
import { deadlineExamples } from './deadlineExamples.ts';
import type { Example, Examples } from './example.ts';
import { hostExamples } from './hostExamples.ts';
import { scalingExamples } from './scalingExamples.ts';
import { turnExamples } from './turnExamples.ts';
import { workExamples } from './workExamples.ts';

type Logged = LogEntry<DomainEvent>;

const run = (body = '{ input: {} }') => `  - { act: run, with: { endpoint: ep-a, body: ${body} }, save: { job: id } }\n`;
const oneWorker = (handler: string, more = '') => `title: a scenario
world:
  settings: { worker: { imagePull: 0s, start: 0s }${more} }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: ${handler} }
`;
const streamed = `${oneWorker('{ duration: { fixed: 8s }, chunks: [a, b, c, d] }')}steps:
${run()}  - { at: 5s, act: stream, with: { endpoint: ep-a, job: $job } }
  - { at: 20s, act: stream, with: { endpoint: ep-a, job: $job } }
`;

const examples: Examples = {
  ...accountExamples,
  ...allocationExamples,
  ...hostExamples,
  ...deadlineExamples,
  ...scalingExamples,
  ...turnExamples,
  ...workExamples,
  ...batchExamples,
  'chunks-recounted': [
    {
      world: streamed,
      type: 'JobDrained',
      forge: (event: { chunks: number }) => ({ ...event, chunks: 1 }),
      words: 'a call took 1 chunks of',
    },
    { world: streamed, type: 'JobDrained', forge: () => null, words: 'where 4 waited' },
    { world: streamed, type: 'JobStreamed', nth: 3, forge: () => null, words: 'has completed after 3 of its 4 chunks' },
    {
      world: streamed,
      type: 'JobStreamed',
      nth: 1,
      forge: (event: object) => ({ ...event, chunks: [{ output: 'c' }] }),
      words: 'than chunk 2',
    },
  ],
};

const forgedLog = (log: readonly Logged[], { type, nth = 0, forge }: Example): readonly Logged[] => {
  let seen = -1;
  return log.flatMap((entry) => {
    if (entry.event.type !== type) return [entry];
    seen += 1;
    if (nth !== 'all' && seen !== nth) return [entry];
    const event = forge(entry.event as never);
    return [event ?? []].flat().map((one) => ({ ...entry, event: one as DomainEvent }));
  });
};

/** The log of a world in which nothing is wrong. Several examples forge the same one. */
const playOnce = (text: string): { readonly header: LogHeader; readonly log: readonly Logged[] } => {
  const known = logs.get(text);
  if (known !== undefined) return known;
  const { world } = playedText(text);
  const made = { header: world.header, log: entriesOf({ world } as never) };
  auditLog(made.header, made.log);
  logs.set(text, made);
  return made;
};
const logs = new Map<string, ReturnType<typeof playOnce>>();

/** The same audit, which goes on from a dump of itself after each entry, as a snapshot does. */
const auditFromDumps = ({ definition }: LogHeader, log: readonly Logged[], name: string): void => {
  const state = stateFor(definition);
  const openAudit = () => new Audit({ state, settings: readSettings(definition), names: [name], keyless: undefined });
  let checker = openAudit();
  for (const entry of log) {
    const { seq, at, cause, event } = entry;
    const kind = findKind(event);
    if (kind === undefined) {
      state.replay(entry);
      checker.checkInput(event as InputEvent, { seq, at, cause });
    } else {
      const slot = state.slot(kind, findId(kind, event));
      const from = state.apply(slot, event as EventOf<Kind>, at);
      checker.check({ kind, id: slot.entity.id, event, seq, at, from, entity: slot.entity } as StateChange);
    }
    const next = openAudit();
    finish(next.load(finish(checker.dump())));
    checker = next;
  }
};

/** Reads are compared with the log, so no forged log shows a wrong one: `reads/reads.test.ts` does. */
const names = recounts.flatMap(({ invariants }) => invariants.map(({ name }) => name)).filter((name) => name !== 'reads-recounted');

test('each invariant of a recount has bad examples, and no other name has', () => {
  expect(Object.keys(examples).sort()).toStrictEqual([...names].sort());
});

describe.each(names)('%s', (name) => {
  const of = examples[name] ?? [];

  test.each(of.map((example) => [example.words, example] as const))('notices: %s', (words, example) => {
    const { header, log } = playOnce(example.world);
    auditFromDumps(header, log, name);
    expect(() => auditLog(header, forgedLog(log, example), [name])).toThrow(`${name}: `);
    expect(() => auditLog(header, forgedLog(log, example), [name])).toThrow(words);
    expect(() => auditFromDumps(header, forgedLog(log, example), name)).toThrow(words);
  });
});
