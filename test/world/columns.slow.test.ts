import { afterEach, expect, test, vi } from 'vitest';
import { scenarioFiles } from '../../adapters/cli/files.ts';
import { sha256 } from '../../adapters/store/sha256.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import { packings } from '../../engine/cloud/packings.ts';
import { EventLog } from '../../engine/kernel/log.ts';
import { play } from '../../engine/scenario/play/play.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import type { World } from '../../engine/world/world.ts';
import { everyNth, fewOrAll } from '../support/long.ts';
import { scenariosIn } from '../support/worlds/playing.ts';

const files = everyNth(scenarioFiles(['scenarios']), 8);
const entriesMax = fewOrAll(2_000, 20_000);

afterEach(() => {
  vi.restoreAllMocks();
});

/** A world that has played a scenario, and each of its events as it was when it was appended: an object that nothing has packed. */
const played = (scenario: Scenario): { readonly world: World; readonly appended: readonly string[] } => {
  const appended = new Map<unknown, string[]>();
  const { append } = EventLog.prototype;
  vi.spyOn(EventLog.prototype, 'append').mockImplementation(function (this: EventLog<never>, at, cause, event) {
    const texts = appended.get(this) ?? [];
    appended.set(this, texts);
    texts.push(JSON.stringify(event));
    return append.call(this, at, cause, event);
  });
  const { world } = play(scenario, { sha256, entriesMax });
  vi.restoreAllMocks();
  return { world, appended: appended.get(world.log) ?? [] };
};

/** What a line says, without the numbers of its entry. */
const eventOn = (line: string): unknown => {
  const { seq: _, at: __, cause: ___, ...event } = JSON.parse(line) as Record<string, unknown>;
  return event;
};

test('what was appended is what is read back, and what its line says', () => {
  const types = new Set<string>();
  for (const file of files) {
    const { world, appended } = played(scenariosIn(file)[0] as Scenario);
    const events = appended.map((text) => JSON.parse(text) as DomainEvent);
    for (const { type } of events) types.add(type);
    expect(events, file).toHaveLength(world.log.length);
    expect(
      [...world.log.entries()].map(({ event }) => JSON.parse(JSON.stringify(event)) as unknown),
      file,
    ).toStrictEqual(events);
    expect([...world.log.texts(0)].map(eventOn), file).toStrictEqual(events);
    expect(world.log.entry(events.length)?.event, file).toMatchObject(events.at(-1) ?? {});
  }
  expect(types.size).toBeGreaterThan(60);
});

/** The same object with its fields in the opposite order, at every depth. */
const turnedOver = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turnedOver);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, turnedOver(one)]),
  );
};

test('the order of the fields of an event changes neither what is read back nor, but for given objects, its line', () => {
  for (const file of files.slice(0, fewOrAll(10, files.length))) {
    const { world } = played(scenariosIn(file)[0] as Scenario);
    const [log, entries] = [new EventLog<DomainEvent>(undefined, undefined, packings), [...world.log.entries()]];
    for (const { at, cause, event } of entries) log.append(at, cause, turnedOver(event) as DomainEvent);
    expect(
      [...log.entries()].map(({ event }) => event),
      file,
    ).toEqual(entries.map(({ event }) => event));
    expect([...log.texts(0)].map(eventOn), file).toEqual([...world.log.texts(0)].map(eventOn));
  }
});
