import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { LogProblem, readLog } from '../../adapters/store/file/logFile.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { parseScenario } from '../../engine/scenario/scenario.ts';
import { checkLater, checkProperty } from '../support/checkProperty.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { wordy } from './stories.ts';

const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const folder = new Folder();

/** Values that people and programs write by mistake or on purpose. */
// biome-ignore format: a list
const oddities = [
  '', 'null', 'true', '[]', '{}', '-1', '0', '1.5', '.nan', '.inf', '1e999', '9'.repeat(400), '9007199254740993', '"\\u0000"', '"\\ud800"',
  'x', '1', '2', '3', 'a b', 'ep-a', 'ep-b', 'fail', 'COMPLETED', '5s', '1m', '0s', '1ms', '9007199254740991ms', '99999999999999999d', '-1s', 'é💠', '\u202e', '$job', '$$', '$', '$job.id.id', '&a x', '*a', '!!int x',
  '{ __proto__: 1 }', '{ constructor: { prototype: 1 } }', '{ eq: 1 }', '{ matches: "(" }', '{ toString: 1 }', '|', '>-', '? a', '- - -', '"', "'", '#', '%',
  'job $job is gone', 'endpoint ep-a has 999999999999 workers', 'run', 'createEndpoint', 'updateEndpoint', 'getEndpoint', 'stream', 'purgeQueue', 'statusSync',
  '{ fixed: 0s }', '{ exponential: { mean: 9007199254740991ms } }', '{ lognormal: { median: 1ms, p95: 9007199254740991ms } }', '[crash]', '[hang, crash]',
];

const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  'matrix',
  'include',
  'load',
  'faults',
  'steps',
  'world',
  'expect',
  'at',
  'when',
  '<<',
  '?',
  '1',
  'é',
];

type Change = (lines: readonly string[], at: number) => readonly string[];

/** Changes at one place of a text; `odd` is the inserted value. */
const changes = (odd: string, key: string): readonly Change[] => [
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at) => lines.toSpliced(at, 0, lines[at] ?? ''),
  (lines, at) => lines.toSpliced(at, 1, `  ${lines[at]}`),
  (lines, at) => lines.toSpliced(at, 1, (lines[at] ?? '').slice(1)),
  (lines, at) =>
    lines.toSpliced(
      at,
      1,
      (lines[at] ?? '').replace(/: .*/, () => `: ${odd}`),
    ),
  (lines, at) =>
    lines.toSpliced(
      at,
      1,
      (lines[at] ?? '').replace(/: [^,{}[\]]+(?=[,}\]]|$)/, () => `: ${odd}`),
    ),
  (lines, at) =>
    lines.toSpliced(
      at,
      1,
      (lines[at] ?? '').replace(/\w+(?=:)/, () => key),
    ),
  (lines, at) =>
    lines.toSpliced(
      at,
      1,
      (lines[at] ?? '').replace(/\d+/, () => odd),
    ),
  (lines, at) => lines.toSpliced(at, 0, `${/^ */.exec(lines[at] ?? '')?.[0]}${key}: ${odd}`),
  (lines, at) => [...lines.slice(at), ...lines.slice(0, at)],
  (lines, at) => lines.slice(0, at),
];

const changed = fc
  .array(fc.record({ at: fc.nat(), which: fc.nat(), odd: fc.constantFrom(...oddities), key: fc.constantFrom(...oddKeys) }), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((list) => fc.constantFrom(readFileSync(scenario, 'utf8'), wordy).map((original) => ({ list, original })))
  .map(({ list, original }) => {
    const lines = list.reduce<readonly string[]>((text, { at, which, odd, key }) => {
      const ways = changes(odd, key);
      return ways[which % ways.length]?.(text, text.length === 0 ? 0 : at % text.length) ?? text;
    }, original.trimEnd().split('\n'));
    return `${lines.join('\n')}\n`;
  });

test('an unchanged scenario gets a verdict', () => {
  const parsed = parseScenario('a.scenario.yaml', wordy, () => undefined);
  if (isLeft(parsed)) return expect(parsed.left).toStrictEqual([]);
  expect(parsed.right).not.toStrictEqual([]);
  for (const one of parsed.right) expect(play(one)).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
});

describe('a scenario, however it is changed,', () => {
  test('gets a verdict, or problems that name their place', () => {
    const seen = { problems: 0, verdicts: 0 };
    checkProperty(
      fc.property(changed, (text) => {
        const parsed = parseScenario('a.scenario.yaml', text, () => 'endpoints: []');
        if (isLeft(parsed)) {
          seen.problems += 1;
          expect(parsed.left.length).toBeGreaterThan(0);
          for (const { line, column, message } of parsed.left) {
            expect(line).toBeGreaterThan(0);
            expect(column).toBeGreaterThan(0);
            expect(message).not.toBe('');
          }
        } else {
          seen.verdicts += 1;
          for (const one of parsed.right.slice(0, 3)) expect(['pass', 'fail', 'incomplete']).toContain(play(one).verdict);
        }
      }),
      150,
    );
    // Both outcomes must occur often enough.
    expect(Math.min(seen.problems, seen.verdicts)).toBeGreaterThan(15);
  });

  test('ends the command line with 0, 1, 2 or 3, and in plain words', async () => {
    await checkLater(
      fc.asyncProperty(changed, async (text) => {
        const { code, out, err } = await podsim('run', folder.write('changed.scenario.yaml', text), '--reporter', 'tap');
        expect([0, 1, 2, 3]).toContain(code);
        expect(code === 3 ? err : out).not.toBe('');
      }),
      50,
    );
  });
});

describe('a log file, whatever its bytes,', async () => {
  const log = folder.at('good.log');
  await podsim('run', scenario, '--log', log);
  const good = readFileSync(log);
  const problemOf = (bytes: Uint8Array): string | undefined => {
    writeFileSync(folder.at('odd.log'), bytes);
    try {
      readLog(folder.at('odd.log'));
      return undefined;
    } catch (error) {
      if (error instanceof LogProblem) return error.message;
      throw error;
    }
  };

  test('is refused as a log when they are random', () => {
    checkProperty(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 300 }), (bytes) => {
        expect(problemOf(bytes)).toContain('odd.log:');
      }),
      150,
    );
  });

  test('is refused as a log when they are JSON of any kind', () => {
    checkProperty(
      fc.property(fc.array(fc.json({ maxDepth: 2 }), { maxLength: 4 }), (lines) => {
        expect(problemOf(Buffer.from(lines.map((line) => `${line}\n`).join('')))).toContain('odd.log:');
      }),
      150,
    );
  });

  test('is refused when some bytes of a good log are changed', () => {
    const some = fc.array(fc.tuple(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 5 });
    checkProperty(
      fc.property(some, (places) => {
        const bytes = Uint8Array.from(good);
        for (const [at, byte] of places) bytes[at] = byte;
        if (Buffer.from(bytes).equals(good)) return;
        expect(problemOf(bytes)).toContain('odd.log:');
      }),
      150,
    );
  });

  test('is refused when the parts of a good log are rearranged', () => {
    checkProperty(
      fc.property(fc.array(fc.tuple(fc.nat({ max: good.length }), fc.nat({ max: good.length })), { maxLength: 4 }), (cuts) => {
        const bytes = Buffer.concat(cuts.map(([a, b]) => good.subarray(Math.min(a, b), Math.max(a, b))));
        if (bytes.equals(good)) return;
        expect(problemOf(bytes)).toContain('odd.log:');
      }),
      150,
    );
  });
});
