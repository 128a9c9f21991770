import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LogFileWriter, LogProblem, readLog } from '../../adapters/store/file/logFile.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import { computeFingerprint } from '../../engine/kernel/log.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { defaultStartMs, type LogHeader, writeHeader } from '../../engine/simulator/definition.ts';
import { logFormat } from '../../engine/simulator/version.ts';
import { bundled } from '../support/bundled.ts';
import { Folder } from '../support/folder.ts';
import { entriesOf, playedText, scenarioText, submit } from '../support/worlds/playing.ts';

const folder = new Folder();
const world = { seed: 'é', startMs: defaultStartMs, settings: {}, hosts: null, accounts: [], endpoints: [], faults: [] };
const header = writeHeader(world);

/** A few small entries, with characters of one to four bytes and the replacement character. */
const entries: readonly LogEntry<DomainEvent>[] = ['a', 'é\u2028', '\ufffd💠'].map((key, k) => ({
  seq: k + 1,
  at: (k * 500) as VirtualTime,
  cause: k,
  event: { type: 'InputReceived', operation: 'run', client: { digest: key }, request: { params: {}, query: {} } },
}));

const written = (name: string, some: readonly LogEntry<DomainEvent>[] = entries, head: LogHeader = header): string => {
  const writer = new LogFileWriter(folder.at(name), head);
  writer.sink(some);
  writer.close();
  return folder.at(name);
};

/** What a log of which a part is as it was written is good for. */
const repair = '; `podsim log repair LOG` writes what can be saved';

/** The problem of a file with these bytes; undefined if it can be read. Errors other than a LogProblem are rethrown. */
const problemOf = (bytes: Uint8Array | string): string | undefined => {
  writeFileSync(folder.at('changed.log'), bytes);
  try {
    readLog(folder.at('changed.log'));
    return undefined;
  } catch (error) {
    if (error instanceof LogProblem) return error.message.replaceAll(folder.at('changed.log'), 'LOG');
    throw error;
  }
};

describe('a log that is written is read', () => {
  test('with its header, its entries and its fingerprint', () => {
    expect(readLog(written('a.log'))).toStrictEqual({ header, entries, fingerprint: computeFingerprint(header, entries) });
  });

  test('when it has no entries', () => {
    expect(readLog(written('none.log', []))).toStrictEqual({ header, entries: [], fingerprint: computeFingerprint(header, []) });
  });

  test('every log of a world, unchanged', () => {
    const run = playedText(scenarioText(`steps:\n  - ${submit}\n  - { when: job $job is COMPLETED, within: 1m }`));
    const plain = JSON.parse(JSON.stringify({ header: run.world.header, entries: entriesOf(run) }));
    expect(readLog(written('run.log', entriesOf(run), run.world.header))).toStrictEqual({ ...plain, fingerprint: run.world.fingerprint() });
  });

  test('when it came in pieces, and has more entries than are written at once', () => {
    const many = Array.from({ length: 10_000 }, (_, k) => ({ ...(entries[0] as LogEntry<DomainEvent>), seq: k + 1 }));
    const writer = new LogFileWriter(folder.at('pieces.log'), header);
    for (const from of [0, 1, 5_000]) writer.sink(many.slice(from, { 0: 1, 1: 5_000 }[from] ?? many.length));
    expect(writer.close()).toBe(computeFingerprint(header, many));
    expect(readFileSync(folder.at('pieces.log'), 'utf8')).toBe(readFileSync(written('whole.log', many), 'utf8'));
    expect(readLog(folder.at('pieces.log')).entries).toHaveLength(10_000);
  });
});

describe('a file that is written', () => {
  test('has its name only when it is complete', () => {
    const path = folder.at('slow.log');
    const writer = new LogFileWriter(path, header);
    writer.sink(entries);
    expect(existsSync(path)).toBe(false);
    expect(folder.names().filter((name) => name.startsWith('slow.log'))).toStrictEqual([`slow.log.${process.pid}.tmp`]);
    writer.close();
    expect(folder.names().filter((name) => name.startsWith('slow.log'))).toStrictEqual(['slow.log']);
  });

  test('leaves the one before alone until then, and for good when it is discarded', () => {
    const before = readFileSync(written('kept.log'), 'utf8');
    const writer = new LogFileWriter(folder.at('kept.log'), header);
    writer.sink(entries.slice(0, 1));
    expect(folder.read('kept.log')).toBe(before);
    writer.discard();
    expect(folder.read('kept.log')).toBe(before);
    expect(folder.names().filter((name) => name.endsWith('.tmp'))).toStrictEqual([]);
  });

  test('is not there when its last write was cut short', async () => {
    const program = await bundled('test/store/writerProcess.ts', folder.at('writerProcess.mjs'));
    const path = folder.at('cut.log');
    const args = [process.execPath, program, path, String(8 * 1_024)];
    const { stdout } = spawnSync('bash', ['-c', 'ulimit -f 8; exec "$0" "$@"', ...args], { encoding: 'utf8' });
    expect(stdout).toBe(`${path}: cannot be written (EFBIG): make room, and try again`);
    expect(folder.names().filter((name) => name.startsWith('cut.log'))).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each([
    ['in no folder',            'nowhere/a.log', 'cannot be written (ENOENT)'],
    ['in place of a folder',    '',              'cannot be written (E'],
  ])('%s leaves nothing behind', (_, name, words) => {
    expect(() => written(name)).toThrow(words);
    expect(() => written(name)).toThrow(LogProblem);
    expect(folder.names().filter((file) => file.endsWith('.tmp'))).toStrictEqual([]);
    expect(existsSync(`${folder.at(name)}.${process.pid}.tmp`)).toBe(false);
  });
});

describe('one changed byte is refused, wherever it is', () => {
  const bytes = readFileSync(written('bytes.log'));
  const changed = (at: number, byte: number): Uint8Array => {
    const copy = Uint8Array.from(bytes);
    copy[at] = byte;
    return copy;
  };
  /** The number of the line that a byte is in, from 1. The newline belongs to its line. */
  const lineOf = (at: number): number => bytes.subarray(0, at).toString('latin1').split('\n').length;
  const everywhere = Array.from(bytes.keys());

  // biome-ignore format: a table
  test.each<[string, (byte: number) => number]>([
    ['by its last bit',               (byte) => byte ^ 1],
    ['by its first bit',              (byte) => byte ^ 128],
    ['into the end of a line',        () => 10],
    ['into a blank',                  () => 32],
    ['into a quote',                  () => 34],
    ['into what begins four bytes',   () => 0xf0],
  ])('%s; the line is named, and its entry', (_, change) => {
    const places = everywhere.filter((at) => bytes[at] !== change(bytes[at] ?? 0));
    const unnoticed = places.flatMap((at) => {
      const said = problemOf(changed(at, change(bytes[at] ?? 0))) ?? '';
      const line = Number(/^LOG:(\d+): /.exec(said)?.[1]);
      const entry = /entry (\d+)/.exec(said)?.[1];
      return line === lineOf(at) && (entry === undefined || Number(entry) === line - 1) ? [] : [`byte ${at}: ${said}`];
    });
    expect(places.length).toBeGreaterThan(bytes.length / 2);
    expect(unnoticed).toStrictEqual([]);
  });

  test('an entry that is changed, taken out, put twice or moved is named', () => {
    const [head = '', one = '', two = '', three = '', end = ''] = bytes.toString('utf8').split('\n');
    const of = (...lines: string[]) => problemOf(`${lines.join('\n')}\n`);
    expect(of(head, one, two.replace('"at":500', '"at":501'), three, end)).toBe(`LOG:3: entry 2 was changed after it was written${repair}`);
    expect(of(head, one, three, end)).toBe(`LOG:3: entry 2 was changed after it was written${repair}`);
    expect(of(head, one, one, two, three, end)).toBe(`LOG:3: entry 2 was changed after it was written${repair}`);
    expect(of(head, two, one, three, end)).toBe(`LOG:2: entry 1 was changed after it was written${repair}`);
    expect(of(head, one, two, end)).toBe(`LOG:4: the closing line does not fit the 2 entries before it${repair}`);
    expect(of(head, one, two, three, end, end)).toBe(`LOG:6: the closing line does not fit the 3 entries before it${repair}`);
    expect(of(head, one, two, three, end)).toBeUndefined();
  });

  test('a file cut anywhere is refused', () => {
    const unnoticed = everywhere.filter((length) => problemOf(bytes.subarray(0, length)) === undefined);
    expect(unnoticed).toStrictEqual([]);
    expect(problemOf(bytes.subarray(0, -1))).toBe(`LOG:5: the end of the line is missing: something was cut off${repair}`);
    expect(problemOf(bytes)).toBeUndefined();
  });

  test('so is a file with something after its end', () => {
    for (const more of ['\n', ' ', 'x', '{}\n']) expect(problemOf(Buffer.concat([bytes, Buffer.from(more)]))).toMatch(/^LOG:[56]: /);
  });
});

describe('what is no log is refused', () => {
  const headed = (podsim: unknown) => `${JSON.stringify({ podsim, definition: {} })}\n`;

  // biome-ignore format: a table
  test.each([
    ['an empty file',                 '',                                    'LOG: is empty: `podsim run FILE --log LOG` writes a log'],
    ['an empty line',                 '\n',                                  'LOG:1: the header is not a JSON object, so this is no log: `podsim run FILE --log LOG` writes one'],
    ['another text',                  'title: x\n',                          'LOG:1: the header is not a JSON object, so this is no log: `podsim run FILE --log LOG` writes one'],
    ['a JSON of another kind',        'null\n',                              'LOG:1: the header is not a JSON object, so this is no log: `podsim run FILE --log LOG` writes one'],
    ['an object of another kind',     '{"a":1}\n',                           `LOG:1: is no podsim log of format ${logFormat}`],
    ['a log of another format',       headed({ format: logFormat + 1, engine: '0.9.0' }), `LOG:1: was written by podsim 0.9.0 in format ${logFormat + 1}, and this podsim 0.1.0 reads formats up to ${logFormat}: take podsim 0.9.0 or a later one`],
    ['a header of something else',    headed('podsim'),                      `LOG:1: is no podsim log of format ${logFormat}`],
    ['a header without its check',    headed({ format: logFormat }),         'LOG:1: the header was changed after it was written'],
    ['bytes that are no text',        new Uint8Array([0xff, 0xfe, 0x00]),    'LOG:1: is not UTF-8: it was changed after it was written, or never was a log'],
  ])('%s', (_, content, words) => {
    expect(problemOf(content)).toBe(words);
  });

  test('and what cannot be read at all', () => {
    expect(() => readLog(folder.at('gone.log'))).toThrow(
      new LogProblem(`${folder.at('gone.log')}: there is no such file; did you mean 'none.log'?`),
    );
    expect(() => readLog(folder.path)).toThrow(new LogProblem(`${folder.path}: is a folder, not a log`));
  });
});
