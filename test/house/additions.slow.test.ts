import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { right } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { endpointFields } from '../../engine/api/management/endpoint/fields.ts';
import { worldOperations } from '../../engine/api/operations.ts';
import { pathParams } from '../../engine/api/reading/pathParams.ts';
import { entities, findableKinds, findProfile, type Kind, kinds, listBeginnings } from '../../engine/cloud/entities.ts';
import type { FaultEvent } from '../../engine/cloud/fault/events.ts';
import { faultLifecycle } from '../../engine/cloud/fault/lifecycle.ts';
import { registerOwned } from '../../engine/cloud/resources/owned.ts';
import { entity } from '../../engine/kernel/entity.ts';
import type { Complete } from '../../engine/kernel/logEntry.ts';
import { isFreeText } from '../../engine/lab/explorer/shrink/values.ts';
import { call, namingKeys } from '../../engine/scenario/format/callFormat.ts';
import { sourcesIn } from '../support/house/architecture.ts';

const page = readFileSync('engine/README.md', 'utf8');
const section = page.slice(page.indexOf('## A new kind'), page.indexOf('## Glossary'));
const glossary = page.slice(page.indexOf('## Glossary'), page.indexOf('## Decisions'));

/** The paths that a text names as code: `api/table.ts`, `rules.ts` … */
const pathsIn = (text: string): readonly string[] => [...text.matchAll(/`([\w*/]+(?:\.ts|\/))`/g)].map(([, path]) => path ?? '');

/** From the engine's page, or from the top; a name that stands in entities' folders is looked for in that of the job, and of the pod. */
const isThere = (path: string): boolean =>
  [`engine/${path}`, path, `engine/cloud/job/${path}`, `engine/${path.replace('*', 'job')}`, `engine/cloud/pod/${path}`].some((one) =>
    existsSync(one),
  );

describe('what the engine says of additions', () => {
  test('names files that are there', () => {
    const paths = [...pathsIn(section), ...pathsIn(glossary)];
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !isThere(path))).toStrictEqual([]);
    expect(isThere('jobs/decide.ts')).toBe(false);
  });

  test('has a list for each thing that is added often', () => {
    const added = [
      'rule',
      'refusal',
      'timer',
      'event of a worker',
      'field of an endpoint',
      'field of a pod',
      'operation',
      'command',
      'fault',
      'measure',
      'kind of entity',
    ];
    expect(added.filter((one) => !section.includes(`**A new ${one}**`))).toStrictEqual([]);
  });

  test('lists the files that a kind has: those of each kind that has a folder of its own, and no others', () => {
    const files = ['decide.ts', 'events.ts', 'evolve.ts', 'lifecycle.ts', 'settings.ts', 'timers.ts'];
    const paragraph = section.slice(section.indexOf('**A new kind of entity**'));
    expect(files.filter((file) => !paragraph.includes(`\`${file}\``))).toStrictEqual([]);
    for (const kind of kinds.filter((one) => existsSync(`engine/cloud/${one}`))) {
      const there = readdirSync(`engine/cloud/${kind}`);
      const { settings, timers } = entities[kind];
      const wanted = files.filter((file) => {
        if (file === 'settings.ts') return Object.keys(settings).length > 0;
        return file !== 'timers.ts' || timers.length > 0;
      });
      expect(there, kind).toEqual(expect.arrayContaining([...wanted, `${kind}.ts`]));
      if (Object.keys(settings).length === 0) expect(there, kind).not.toContain('settings.ts');
      if (timers.length === 0) expect(there, kind).not.toContain('timers.ts');
    }
  });

  test('has one file for each kind without a folder', () => {
    const others = kinds.filter((kind) => !existsSync(`engine/cloud/${kind}`));
    expect(others.sort()).toStrictEqual(
      readdirSync('engine/cloud/resources')
        .filter((name) => name !== 'owned.ts' && name !== 'label.ts')
        .map((name) => name.replace('.ts', ''))
        .sort(),
    );
  });

  test('lists every field of a profile', () => {
    const fields = new Set(kinds.flatMap((kind) => Object.keys(findProfile(kind))));
    const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field);
    expect(rows.toSorted()).toStrictEqual([...fields].sort());
  });

  test('says in at most forty terms what the words mean, each once', () => {
    const terms = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].map(([, term]) => term ?? '').slice(2);
    expect(terms.length).toBeGreaterThan(20);
    expect(terms.length).toBeLessThanOrEqual(40);
    expect(new Set(terms).size).toBe(terms.length);
  });
});

describe('a field of what is configured', () => {
  const { flashboot, timeout } = endpointFields;
  type Row<Name extends keyof typeof endpointFields> = (typeof endpointFields)[Name];

  test('is changed, shown and recorded, if the bodies have it', () => {
    // @ts-expect-error: a PATCH has it
    const fixed: Row<'flashboot'> = { ...flashboot, change: 'is fixed' };
    // @ts-expect-error: the resource has it
    const hidden: Row<'flashboot'> = { ...flashboot, show: 'is hidden' };
    // @ts-expect-error: the resource has it
    const empty: Row<'timeout'> = { ...timeout, show: () => ({}) };
    // @ts-expect-error: a scenario can name it
    const unwritten: Row<'flashboot'> = { ...flashboot, write: 'needs a resource' };
    expect([fixed, hidden, empty, unwritten]).toHaveLength(4);
  });

  test('always has a value', () => {
    interface Sized {
      readonly size?: number;
    }
    // @ts-expect-error: `size` may be absent
    const sized: Complete<Sized> = {};
    // @ts-expect-error: `size` may be absent
    expect([sized, registerOwned<Sized>]).toHaveLength(2);
  });
});

describe.each(kinds.filter((kind) => existsSync(`engine/cloud/${kind}`)))('the folder of %s', (kind) => {
  const engine = sourcesIn('.', ['engine']);
  /** The names in quotes in these sources, without those that a union declares and those that a `switch` only tells apart. */
  const said = (sources: readonly { readonly text: string }[]): ReadonlySet<string> =>
    new Set(sources.flatMap(({ text }) => [...text.matchAll(/(?<!case |readonly type: )'(\w+)'/g)].map(([, name = '']) => name)));

  test('decides each event that its lifecycle has', () => {
    const decided = said(engine.filter(({ path }) => path.startsWith(`engine/cloud/${kind}/`) && !/\/evolve\.ts$/.test(path)));
    const events = new Set(entities[kind].lifecycle.rows.map(({ event }) => event));
    expect([...events].filter((event) => !decided.has(event))).toStrictEqual([]);
  });

  test('has no command that nothing sends', () => {
    const { text = '' } = engine.find(({ path }) => path === `engine/cloud/${kind}/decide.ts`) ?? {};
    const commands = [...text.matchAll(/^ +case '(\w+)'/gm)].map(([, command = '']) => command);
    const sent = said(engine.filter(({ path }) => path !== `engine/cloud/${kind}/decide.ts`));
    expect(commands.filter((command) => !sent.has(command))).toStrictEqual([]);
  });
});

/** Where the kinds are registered; and what the compiler keeps complete. */
const listing = [
  'engine/cloud/entities.ts',
  'engine/api/management/resource.ts',
  'engine/cloud/state/readModels.ts',
  'engine/world/reports/explain/next.ts',
];

/** How many of the kinds that can be found each list, object or union of a source names before another one begins in it. */
const lists = (text: string): readonly number[] =>
  [...text.matchAll(/[[{=][^[\]{}=]*/g)].flatMap(([list]) => {
    const named = findableKinds.filter((kind) => new RegExp(`'${kind}'|\\b${kind}\\??:`).test(list));
    return named.length === 0 ? [] : [named.length];
  });

describe('the profile of a kind', () => {
  const createdBy = kinds.flatMap((kind) => findProfile(kind).createdBy);

  test('has no field that may be left out', () => {
    const { profile, ...rest } = entities.fault;
    const { waitsIn: _, ...incomplete } = profile;
    // @ts-expect-error: `waitsIn` is missing
    entity({ ...rest, profile: incomplete });
    // @ts-expect-error: a fault is never IDLE
    entity({ ...rest, profile: { ...profile, waitsIn: ['IDLE'] } });
    expect(entity({ ...rest, profile }).kind).toBe('fault');
  });

  test('asks for each event in the lifecycle', () => {
    type Moved = FaultEvent | { readonly type: 'FaultMoved'; readonly faultId: string };
    const decide = () => right<never, Moved>({ type: 'FaultMoved', faultId: 'fault-1' });
    const evolve = (_fault: unknown, event: Moved) => event.type;
    const { initial, profile } = entities.fault;
    // @ts-expect-error: no status of a fault has FaultMoved
    const moved = entity({ kind: 'fault', lifecycle: faultLifecycle, initial, decide, evolve, profile });
    expect(moved.kind).toBe('fault');
  });

  test('names operations that are there, each once', () => {
    const ids = worldOperations.map(({ id }) => id);
    expect(createdBy.filter((one) => !ids.includes(one))).toStrictEqual([]);
    expect(new Set(createdBy).size).toBe(createdBy.length);
  });

  test('names every operation that creates an entity', () => {
    // A key belongs to its account: it is no entity.
    const creating = worldOperations.filter(({ success, id }) => success.status === 201 && id !== 'createKey').map(({ id }) => id);
    expect(creating.length).toBeGreaterThan(5);
    expect(creating.filter((one) => !createdBy.includes(one))).toStrictEqual([]);
  });

  test('has one event by which an entity that a call creates begins', () => {
    const created = kinds.filter((kind) => findProfile(kind).createdBy.length > 0);
    expect(created.filter((kind) => listBeginnings(kind).length !== 1)).toStrictEqual([]);
  });

  test('says that a path names it, where a path of an operation does', () => {
    const named = new Set(
      worldOperations.flatMap(({ resolves }) => Object.values(resolves ?? {})).filter((one) => kinds.includes(one as Kind)),
    );
    expect([...named].sort()).toStrictEqual(kinds.filter((kind) => findProfile(kind).found !== null).sort());
  });

  test('makes it a key of calls in scenarios: what a path names, a call can name', () => {
    const inPaths = worldOperations.flatMap(({ path, resolves }) => pathParams(path).map((name) => resolves?.[name] ?? name));
    expect([...new Set(inPaths)].filter((name) => !(name in call.shape)).sort()).toStrictEqual([]);
    expect(findableKinds.filter((kind) => !namingKeys.includes(kind))).toStrictEqual([]);
    // The shortest of all texts is no shorter name of an entity.
    expect(namingKeys.filter((key) => isFreeText(['steps', '0', 'with', key], 'a name'))).toStrictEqual([]);
    expect(isFreeText(['steps', '0', 'with', 'path'], 'a path')).toBe(true);
  });

  test('is all that lists the kinds which can be found: no other source lists half of them by hand', () => {
    expect(lists("['pod', 'job', 'worker', 'cluster', 'volume']")).toStrictEqual([5]);
    expect(lists('{ pod: 1, job: 2 }')).toStrictEqual([2]);
    const sources = sourcesIn('.', ['engine', 'adapters']).filter(({ path }) => !listing.includes(path));
    const byHand = sources.flatMap(({ path, text }) => lists(text).flatMap((size) => (size * 2 >= findableKinds.length ? [path] : [])));
    expect(byHand).toStrictEqual([]);
  });

  test('consists of kinds that are there', () => {
    const parts = kinds.flatMap((kind) => findProfile(kind).parts);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.filter((part) => !kinds.includes(part as Kind))).toStrictEqual([]);
  });

  test('offers operations, and actions of a pod', () => {
    const known = [...worldOperations.map(({ id }) => id), 'start', 'stop', 'restart', 'terminate'];
    const entity = { config: { type: 'QUEUE' }, member: null, placement: {}, shape: {} } as never;
    const offered = kinds.flatMap((kind) => Object.keys(findProfile(kind).actions?.(entity) ?? {}));
    expect(new Set(offered).size).toBeGreaterThan(10);
    expect(offered.filter((one) => !known.includes(one))).toStrictEqual([]);
  });
});
