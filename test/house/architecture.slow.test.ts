// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are told as strings here
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { complaints, droppedSteps, oversized, sourcesIn } from '../support/house/architecture.ts';
import { closureOf, importCycles } from '../support/house/importCycles.ts';

describe('the sources of engine and adapters', () => {
  const sources = sourcesIn(fileURLToPath(new URL('../../', import.meta.url)), ['engine', 'adapters']);

  test('are there', () => {
    expect(sources.filter(({ path }) => path.startsWith('engine/')).length).toBeGreaterThan(100);
    expect(sources.filter(({ path }) => path.startsWith('adapters/')).length).toBeGreaterThan(10);
    expect(sources.filter(({ path }) => path.endsWith('.tsx')).length).toBeGreaterThan(5);
    expect(sources.filter(({ text }) => text.trim() === '')).toStrictEqual([]);
  });

  test('keep to the architecture', () => {
    expect(complaints(sources)).toStrictEqual([]);
  });

  test('fit their rooms', () => {
    expect(oversized(sources)).toStrictEqual([]);
    const some = (count: number, lines: number) =>
      Array.from({ length: count }, (_, k) => ({ path: `engine/room/${k}.ts`, text: 'a;\n'.repeat(lines) }));
    expect(oversized(some(25, 250))).toStrictEqual([]);
    expect(oversized(some(26, 1))).toStrictEqual(['engine/room has 26 files']);
    expect(oversized(some(1, 251))).toStrictEqual(['engine/room/0.ts has 251 lines']);
  });

  test('run the steps of every function that works in steps', () => {
    expect(droppedSteps(sources)).toStrictEqual([]);
    const dropping = (call: string) => [
      { path: 'engine/a.ts', text: 'export function* playAll(n: number): Steps<void> {\n  yield;\n}\n' },
      { path: 'engine/b.ts', text: `const f = (): void => {\n  g();\n  ${call};\n};\n` },
    ];
    expect(droppedSteps(dropping('playAll(1)'))).toStrictEqual(['engine/b.ts drops the steps of playAll: finish(…) or yield* runs them']);
    expect(droppedSteps(dropping('finish(playAll(1))'))).toStrictEqual([]);
  });

  test('serve both APIs and the control plane without the laboratory', () => {
    const loaded = closureOf(sources, 'adapters/http/app.ts');
    expect(loaded).toEqual(expect.arrayContaining(['engine/control/table.ts', 'engine/simulator/simulation.ts']));
    expect(loaded.filter((path) => path.startsWith('engine/lab/'))).toStrictEqual([]);
    expect(closureOf(sources, 'adapters/cli/study/study.ts')).toContain('engine/lab/study/study.ts');
  });

  test('import each other in no ring, not even for a type', () => {
    expect(importCycles(sources)).toStrictEqual([]);
    const ring = ['a', 'b', 'c'].map((name, k) => ({ path: `engine/${name}.ts`, text: `import type { T } from './${'bca'[k]}.ts';` }));
    expect(importCycles([...ring, { path: 'engine/d.ts', text: "import { T } from './a.ts';" }])).toStrictEqual([
      ring.map(({ path }) => path),
    ]);
  });
});

// biome-ignore format: a table
describe('the architecture complains when', () => {
  test.each([
    ['the kernel reaches for a domain',           'engine/kernel/log.ts',           "import { Job } from '../cloud/job/evolve.ts'"],
    ['the kernel reaches for a type of a domain', 'engine/kernel/log.ts',           "import type { Job } from '../cloud/job/evolve.ts'"],
    ['the kernel hands on a domain',              'engine/kernel/log.ts',           "export { Job } from '../cloud/job/evolve.ts'"],
    ['the kernel imports for effect',             'engine/kernel/log.ts',           "import '../cloud/entities.ts'"],
    ['an import goes over lines',                 'engine/kernel/log.ts',           "import {\n  type Job,\n} from '../cloud/job/evolve.ts'"],
    ['an entity knows another',                   'engine/cloud/job/decide.ts',           "import { newWorker } from '../worker/evolve.ts'"],
    ['an entity knows another by its type alone', 'engine/cloud/pod/events.ts',           "import type { Cluster } from '../cluster/evolve.ts'"],
    ['an entity knows a read model',              'engine/cloud/pod/decide.ts',           "import { Placements } from '../projections/placement.ts'"],
    ['an entity knows the simulation',            'engine/cloud/call/decide.ts',          "import type { Simulation } from '../../simulator/simulation.ts'"],
    ['an entity knows the rulebook',              'engine/cloud/account/decide.ts',       "import { findRule } from '../rules.ts'"],
    ['a handler knows an entity',                 'engine/cloud/handler/handler.ts',      "import type { Job } from '../job/evolve.ts'"],
    ['what a container is knows an entity',       'engine/cloud/container/config.ts',     "import type { Pod } from '../pod/evolve.ts'"],
    ['what a container is knows the catalogue',   'engine/cloud/container/placement.ts',  "import type { HostSpec } from '../catalog/hosts.ts'"],
    ['the catalogue knows an entity',             'engine/cloud/catalog/gpuPools.ts',     "import type { GpuRequest } from '../endpoint/events.ts'"],
    ['a projection knows the API',                'engine/cloud/projections/jobCounters.ts',   "import { healthAnswer } from '../../api/contract/job.ts'"],
    ['a policy knows the world',                  'engine/cloud/policies/scaling.ts',     "import { World } from '../../world/world.ts'"],
    ['the loop knows the API',                    'engine/simulator/simulation.ts',           "import { operations } from '../api/table.ts'"],
    ['the definition knows the scenarios',        'engine/simulator/definition.ts',           "import { play } from '../scenario/play/play.ts'"],
    ['an operation knows the scenarios',          'engine/api/queue/status.ts',     "import { play } from '../../scenario/play/play.ts'"],
    ['the world knows the scenarios',             'engine/world/world.ts',                "import { play } from '../scenario/play/play.ts'"],
    ['a scenario knows the control plane',        'engine/scenario/play/play.ts',        "import { answerControl } from '../../control/operation.ts'"],
    ['a scenario knows what compares them',       'engine/scenario/recording/record.ts',      "import { whatIf } from '../../compare/whatIf.ts'"],
    ['what compares knows the control plane',     'engine/compare/logs.ts',         "import { timePointOf } from '../control/timePoint.ts'"],
    ['the format of a file knows who plays it',   'engine/scenario/format/paths.ts',     "import { play } from '../play/play.ts'"],
    ['a step knows the whole file',               'engine/scenario/step/answer.ts',      "import type { ScenarioSpec } from '../file/format.ts'"],
    ['the playing knows a law',                   'engine/scenario/play/run.ts',         "import { checkLaw } from '../laws/laws.ts'"],
    ['a schema knows an operation',               'engine/api/contract/pod.ts',          "import type { Operation } from '../operation.ts'"],
    ['an operation knows the table of all',       'engine/api/queue/status.ts',          "import { operations } from '../table.ts'"],
    ['who takes a call knows the world',          'adapters/host/intake/callIntake.ts',  "import type { HostedWorld } from '../world/hostedWorld.ts'"],
    ['a store knows the world',                   'adapters/host/storage/recovery.ts',   "import type { HostedWorld } from '../world/hostedWorld.ts'"],
    ['a part of the host has no floor',           'adapters/host/utils/strings.ts',      'export const a = 1;'],
    ['the model of the page knows a view',        'adapters/console/app/model/desk.ts',  "import { Shell } from '../views/shell.tsx'"],
    ['the model of the page knows who answers',   'adapters/console/app/model/desk.ts',  "import { LocalSource } from '../source/local.ts'"],
    ['a view knows the page that it is in',       'adapters/console/app/views/shell.tsx', "import { start } from '../start.tsx'"],
    ['a part of the scenarios has no floor',      'engine/scenario/utils/strings.ts',    'export const a = 1;'],
    ['going back knows the scenarios',            'engine/world/history/rewind.ts',     "import { play } from '../../scenario/play/play.ts'"],
    ['a command knows the server',                'engine/api/commands/keys.ts', "import type { ControlContext } from '../../control/operation.ts'"],
    ['a command knows a query',                   'engine/api/commands/keys.ts', "import { listKeys } from '../../control/queries/listings.ts'"],
    ['a command knows the world',                 'engine/api/commands/keys.ts', "import type { World } from '../../world/world.ts'"],
    ['the world knows a query',                   'engine/api/operations.ts',           "import { explainEntity } from '../control/queries/explain.ts'"],
    ['the API knows the control plane',           'engine/api/table.ts',            "import { listKeys } from '../control/queries/listings.ts'"],
    ['the engine goes through its own front door', 'engine/scenario/play/play.ts',       "import { World } from '../../index.ts'"],
    ['the engine takes what a door has for adapters', 'engine/scenario/play/play.ts',    "import { World } from '../../world/index.ts'"],
    ['a room takes it of its own door',           'engine/world/receive.ts',              "import { World } from './index.ts'"],
    ['the engine knows an adapter',               'engine/world/world.ts',                "import { mount } from '../../adapters/http/app.ts'"],
    ['the engine knows a test',                   'engine/world/world.ts',              "import { law } from '../../test/support/checkProperty.ts'"],
    ['a part of the engine has no floor',         'engine/utils/strings.ts',        'export const a = 1;'],
    ['the engine reaches for Node',               'engine/cloud/job/decide.ts',           "import { readFileSync } from 'node:fs'"],
    ['the engine reaches for Node by a bare name', 'engine/cloud/job/decide.ts',          "import { readFileSync } from 'fs'"],
    ['the engine reaches below a bare name',      'engine/cloud/job/decide.ts',           "import { readFile } from 'fs/promises'"],
    ['xstate is used outside a lifecycle',        'engine/cloud/job/decide.ts',           "import { transition } from 'xstate'"],
    ['immer is used on a world',                  'engine/cloud/state/state.ts',                "import { produce } from 'immer'"],
    ['seedrandom is used outside the draws',      'engine/cloud/policies/faults.ts',      "import alea from 'seedrandom/lib/alea.js'"],
    ['another digest is taken',                   'engine/simulator/definition.ts',           "import { sha256 } from '@noble/hashes/sha2.js'"],
    ['all of fp-ts comes in',                     'engine/world/world.ts',                "import { either } from 'fp-ts'"],
    ['more of fp-ts comes in',                    'engine/world/world.ts',                "import { of } from 'fp-ts/lib/Task.js'"],
    ['fp-ts comes in by another door',            'adapters/http/app.ts',           "import * as E from 'fp-ts/Either'"],
    ['zod is used below the API',                 'engine/cloud/job/events.ts',           "import { z } from 'zod'"],
    ['zod is used in an adapter',                 'adapters/http/app.ts',           "import { z } from 'zod'"],
    ['yaml is used outside the scenarios',        'adapters/cli/run/run.ts',            "import { parse } from 'yaml'"],
    ['express is used outside its adapter',       'adapters/cli/run/run.ts',            "import express from 'express'"],
    ['express is used in the engine',             'engine/api/table.ts',            "import express from 'express'"],
    ['the command line comes into a server',      'adapters/http/app.ts',           "import { Command } from 'commander'"],
    ['colours come into the engine',              'engine/scenario/timeline/timeline.ts',    "import colours from 'picocolors'"],
    ['tests come into the command line',           'adapters/cli/run/run.ts',            "import { expect } from 'vitest'"],
    ['a library has no door',                     'engine/kernel/log.ts',           "import { sortBy } from 'lodash'"],
    ['an adapter skips the front door',           'adapters/http/app.ts',           "import { evolveJob } from '../../engine/cloud/job/evolve.ts'"],
    ['an adapter takes what the package exports', 'adapters/http/app.ts',           "import { World } from '../../engine/index.ts'"],
    ['an adapter skips it for a type',            'adapters/cli/look/logs.ts',           "import type { World } from '../../../engine/world/world.ts'"],
    ['an adapter skips it in passing',            'adapters/cli/look/logs.ts',           "type World = import('../../../engine/world/world.ts').World;"],
    ['the page skips the front door',             'adapters/console/app/model/desk.ts', "import { State } from '../../../../engine/cloud/state/state.ts'"],
    ['the page takes what processes need',        'adapters/console/app/model/desk.ts', "import { Journal } from '../../../../engine/process/index.ts'"],
    ['a door for pages takes it',                 'engine/control/index.ts',        "export { Journal } from '../process/index.ts'"],
    ['the page knows another adapter',            'adapters/console/app/views/log/log.tsx', "import { readLog } from '../../../../store/file/logFile.ts'"],
    ['the page knows what writes it',             'adapters/console/app/main.ts',  "import { pageHtml } from '../writer/page.ts'"],
    ['the page reaches for Node',                 'adapters/console/app/main.ts',  "import { readFileSync } from 'node:fs'"],
    ['the page comes into the command line',      'adapters/cli/run/run.ts',            "import { render } from 'preact'"],
    ['the page takes HTML',                       'adapters/console/app/views/log/log.tsx', 'element.innerHTML = text;'],
    ['the page takes HTML in words of Preact',    'adapters/console/app/views/log/log.tsx', 'const a = { dangerouslySetInnerHTML: { __html: text } };'],
    ['the page sends a request',                  'adapters/console/app/main.ts',  "fetch('/a');"],
    ['a generator function is made anew',         'adapters/host/call/turns.ts',          'const change = () => {\n  const steps = function* () {\n    yield;\n  };\n};'],
    ['a module of Node is imported on demand',    'adapters/http/app.ts',           "const { connect } = await import('node:http2');"],
    ['an import follows another on its line',     'engine/kernel/log.ts',           "import { a } from './time.ts'; import { Job } from '../cloud/job/evolve.ts'"],
  ])('%s', (_, path, text) => {
    expect(complaints([{ path, text }])).toHaveLength(1);
  });

  test.each([
    ['the wall clock is read',              'const now = Date.now();'],
    ['a date is made',                      'const now = new Date();'],
    ['time is measured',                    'const start = performance.now();'],
    ['chance is drawn without a key',       'const u = Math.random();'],
    ['a power is taken',                    'const x = Math.pow(2, 3);'],
    ['a power is taken by its sign',        'const x = 2 ** 3;'],
    ['a power is assigned',                 'x **= 3;'],
    ['a logarithm is taken',                'const x = Math.log(2);'],
    ['another logarithm is taken',          'const x = Math.log1p(2);'],
    ['an exponential is taken',             'const x = Math.exp(2);'],
    ['a root is taken',                     'const x = Math.sqrt(2);'],
    ['a sine is taken',                     'const x = Math.sin(2);'],
    ['a cosine is taken',                   'const x = Math.cos(2);'],
    ['a function of Math is taken out',     'const { log } = Math;'],
    ['a function of Math is named by text', "const x = Math['log'](2);"],
    ['a function is async',                 'const f = async () => 1;'],
    ['something is awaited',                'const x = await f();'],
    ['a promise is made',                   'const x: Promise<void> = f();'],
    ['a timeout is set',                    'setTimeout(f, 5);'],
    ['an interval is set',                  'setInterval(f, 5);'],
    ['texts are compared as people do',     'names.sort((a, b) => a.localeCompare(b));'],
    ['a locale is asked',                   'const f = new Intl.NumberFormat();'],
    ['a number is shown as people do',      'const s = n.toLocaleString();'],
    ['a text is raised as people do',       'const s = text.toLocaleUpperCase();'],
    ['the process is asked',                "const home = process.env['HOME'];"],
    ['something is printed',                'console.log(1);'],
    ['something is cloned by the platform', 'const copy = structuredClone(job);'],
    ['the platform is asked by its name',   "const f = globalThis['fetch'];"],
    ['a module is loaded later',            'const m = import(name);'],
    ['a URL is read by the platform',       'const url = new URL(text);'],
    ['a URL is read through zod',           'const webhook = z.url().optional();'],
    ['a schema holds itself',               'const input = z.json();'],
    ['an error is caught',                  'try { f(); } finally { g(); }'],
    ['an error is caught by its clause',    '} catch (error) { g(); }'],
    ['an error is caught by no name',       '} catch { g(); }'],
    ['it is said inside a template',        'const s = `at ${`${Date.now()}`}`;'],
    ['it is said after a string',           "const s = 'it\\'s'; const u = Math.random();"],
    ['it is said after a regular expression', 'const r = /["\'`]/; const u = Math.random();'],
    ['it is said after a comment',          '/* why */ const u = Math.random(); // because'],
    ['it is said after a division',         'const x = a / b; const u = Math.random(); const y = c / d;'],
  ])('in the engine %s', (_, text) => {
    expect(complaints([{ path: 'engine/cloud/job/decide.ts', text }])).toHaveLength(1);
    expect(complaints([{ path: 'adapters/cli/run/run.ts', text }])).toStrictEqual([]);
  });

  test.each([
    ['a schema meets a value',             'const parsed = schema.safeParse(value);'],
    ['a schema throws what it has against it', 'const spec = scenarioSchema.parse(value);'],
    ['it is said over lines',              'const parsed = schema\n  .safeParse(value);'],
    ['a codec meets a value',              'const parsed = schema.decode(value);'],
  ])('elsewhere than in its one place %s', (_, text) => {
    expect(complaints([{ path: 'engine/scenario/file/build.ts', text }])).toHaveLength(1);
    expect(complaints([{ path: 'engine/api/reading/readAs.ts', text }])).toStrictEqual([]);
    expect(complaints([{ path: 'engine/api/queue/submit.ts', text: 'const value = JSON.parse(text);' }])).toStrictEqual([]);
  });

  test('complains of each thing once, and names the file', () => {
    const text = "import { readFileSync } from 'node:fs';\nconst now = Date.now() + Math.random();";
    expect(complaints([{ path: 'engine/cloud/job/decide.ts', text }, { path: 'engine/kernel/time.ts', text: '' }])).toStrictEqual([
      "engine/cloud/job/decide.ts reaches for Node's node:fs",
      'engine/cloud/job/decide.ts says Date: virtual time is the only time',
      'engine/cloud/job/decide.ts says Math.random: engines differ in the last digit, or draw',
    ]);
  });
});

// biome-ignore format: a table
test.each([
  ['an entity knows itself and what is below it', 'engine/cloud/job/decide.ts',         "import { a } from './chunks.ts';\nimport { b } from '../../kernel/log.ts';\nimport { c } from '../handler/attempt.ts';\nimport { d } from '../container/config.ts';\nimport { e } from '../catalog/prices.ts'"],
  ['the catalogue knows where something is',     'engine/cloud/catalog/hosts.ts',      "import type { Placement } from '../container/placement.ts'"],
  ['the API knows simulation and catalogue',     'engine/api/queue/status.ts',   "import { a } from '../../simulator/simulation.ts';\nimport { b } from '../../cloud/catalog/gpuPools.ts'"],
  ['the control plane knows scenarios, operations and zod', 'engine/control/queries/scenarios.ts', "import { z } from 'zod';\nimport { play } from '../../scenario/play/play.ts';\nimport { findOperation } from '../../api/operations.ts'"],
  ['a query knows a command',                    'engine/control/queries/listings.ts', "import { keyView } from '../../api/commands/keys.ts'"],
  ['the world knows the commands',               'engine/world/bootstrap.ts',         "import { controlCommands } from '../api/commands/commands.ts'"],
  ['a lifecycle is a machine',                   'engine/kernel/machine.ts',   "import { createMachine } from 'xstate'"],
  ['graphs of machines are read where they are', 'engine/kernel/shortestWay.ts', "import { getShortestPaths } from 'xstate/graph'"],
  ['an adapter comes in by the front door',      'adapters/http/app.ts',         "import { World } from '../../engine/world/index.ts';\nimport express from 'express';\nimport { a } from 'node:fs'"],
  ['adapters know each other',                   'adapters/cli/run/run.ts',          "import { a } from '../../store/file/logFile.ts'"],
  ['words are said in comments and strings',     'engine/cloud/job/decide.ts',         "// Date ** await\n/** Math.random(); try { */\nconst s = 'Date' + \"import x from 'fs'\" + `process ${'console'}`;"],
  ['words are part of other words',              'engine/cloud/job/decide.ts',         'const update = dateFromDays + processed + job.latest + entry.trying;'],
  ['numbers are rounded',                        'engine/cloud/job/decide.ts',         'const x = Math.floor(Math.max(1, Math.imul(2, 3)));'],
])('the architecture says nothing when %s', (_, path, text) => {
  expect(complaints([{ path, text }])).toStrictEqual([]);
});
