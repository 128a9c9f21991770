import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { all, entries, headerFor } from '../store/entries.ts';
import { type RecordedLog, recordedLog } from '../store/recordedLog.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const recordings: RecordedLog[] = [];
const recorded = async (recording: Parameters<typeof recordedLog>[1]): Promise<RecordedLog> => {
  recordings.push(await recordedLog(folder, recording));
  return recordings.at(-1) as RecordedLog;
};
afterAll(async () => {
  for (const { store } of recordings) await store.close();
});

let copies = 0;
/** Repairs a log of these bytes, and returns the output with short names for the files. Checks that the original is unchanged. */
const repaired = async (bytes: Uint8Array, name = 'log.ndjson') => {
  const [log, copy] = [folder.write(`damaged-${++copies}/${name}`, bytes), folder.at(`copy-${copies}`)];
  const { code, out, err } = await podsim('log', 'repair', log, '-o', copy);
  expect(readFileSync(log).equals(bytes)).toBe(true);
  return { code, err, out: out.replaceAll(log, 'LOG').replaceAll(copy, 'COPY'), copy };
};

/** The same bytes, with one letter of this text another. */
const changed = (bytes: Buffer, text: string, by = 9): Buffer => {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(text) + by;
  expect(at).toBeGreaterThan(by);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe('repair says that nothing is wrong', () => {
  test('with a log that a run has written', async () => {
    const log = folder.at('run.log');
    await podsim('run', scenario, '--log', log);
    expect(await podsim('log', 'repair', log)).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^.*run\.log: nothing is wrong: \d+ entries in 1 batch\n$/),
    });
    expect(folder.names().filter((name) => name.startsWith('run.log'))).toStrictEqual(['run.log']);
  });

  test.each([{}, { compress: true }, { compress: true, snapshotAt: 3 }, { compress: true, closed: true }])(
    'with one that grew, %o',
    async (options) => {
      const { bytes } = await recorded({ batches: 6, ...options });
      expect(await repaired(bytes)).toMatchObject({ code: 0, out: 'LOG: nothing is wrong: 27 entries in 6 batches\n' });
    },
  );
});

describe('repair saves the whole batches', () => {
  test('before an entry that was changed, and says what cannot be saved', async () => {
    const { bytes, places } = await recorded({ batches: 6 });
    const { code, out, copy } = await repaired(changed(bytes, '{"seq":9,'));
    expect({ code, out }).toStrictEqual({
      code: 1,
      out:
        'LOG: entry 9 was changed after it was written\n  can be saved: entries 1 to 6\n' +
        '  cannot be saved: 17 entries further on that are as they were written, but follow damaged ones\n' +
        '  written to COPY: entries 1 to 6\n',
    });
    expect(readFileSync(copy).equals(bytes.subarray(0, places[1]?.offset))).toBe(true);
    expect(readLog(copy).entries).toStrictEqual(entries(1, 6));
    expect((await podsim('log', 'repair', copy)).code).toBe(0);
  });

  test('before several damaged entries, each of which is named', async () => {
    const { bytes } = await recorded({ batches: 6 });
    const { out } = await repaired(changed(changed(bytes, '{"seq":9,'), '{"seq":21,'));
    expect(out).toContain('LOG: entry 9 was changed after it was written\n  further on, entry 21 was changed after it was written\n');
    const closing = (await repaired(changed(bytes, '{"end":12,', 40))).out;
    expect(closing).toContain(
      'LOG: the closing line does not fit the 12 entries before it\n  can be saved: entries 1 to 10\n  cannot be saved: 15 entries',
    );
    const { bytes: long, places } = await recorded({ batches: 30 });
    const everywhere = places.slice(5, 19).reduce<Buffer>((damaged, { seq }) => changed(damaged, `{"seq":${seq},`), long);
    expect((await repaired(everywhere)).out).toMatch(/\n {2}and so on: 14 places in all\n {2}can be saved: entries 1 to \d+\n/);
  });

  test.each([{}, { closed: true }, { snapshotAt: 2 }])('of a compressed log, %o', async (options) => {
    const { bytes, places } = await recorded({ batches: 6, compress: true, ...options });
    const saved = places.findLast(({ seq }) => seq === 10);
    const damaged = Buffer.from(bytes);
    damaged.fill(0xa5, (saved?.offset ?? 0) + 30, (saved?.offset ?? 0) + 34);
    const { code, out, copy } = await repaired(damaged, 'log.ndjson.gz');
    expect({ code, out }).toStrictEqual({
      code: 1,
      out: expect.stringMatching(
        /^LOG: (the compressed batch after entry 10|entry 1[12]) was changed after it was written\n {2}can be saved: entries 1 to 10\n/,
      ),
    });
    expect(readLog(copy).entries).toStrictEqual(entries(1, 10));
    expect(gunzipSync(readFileSync(copy)).toString()).toMatch(/\n\{"end":10,"fingerprint":"\w+","owner":1,"check":"\w+"\}\n$/);
  });

  test('before an end that is missing, which a store would cut off by itself', async () => {
    const { bytes, places } = await recorded({ batches: 6 });
    const cut = bytes.subarray(0, bytes.length - 150);
    const [before, last] = [places.at(-2)?.seq, cut.length - (places.at(-2)?.offset ?? 0)];
    const { code, out, copy } = await repaired(cut);
    expect({ code, out }).toStrictEqual({
      code: 1,
      out:
        `LOG: ends within a batch: after entry ${before} there are ${last} bytes with ${27 - Number(before) - 1} entries, and no closing line\n` +
        '  a crash can have left it, or it is being written: podsim serve cuts it off when it opens the log\n' +
        `  can be saved: entries 1 to ${before}\n  written to COPY: entries 1 to ${before}\n`,
    });
    expect(readLog(copy).entries).toHaveLength(Number(before));
  });

  test('and nothing but the header, when the first batch is damaged', async () => {
    const { bytes } = await recorded({ batches: 2 });
    const { code, out, copy } = await repaired(changed(bytes, '{"seq":2,'));
    expect({ code, last: out.split('\n').at(-2) }).toStrictEqual({ code: 1, last: '  written to COPY: the header alone' });
    expect(readLog(copy).entries).toStrictEqual([]);
  });
});

describe('of a log that was written in one go, repair saves every entry', async () => {
  const log = folder.at('one.log');
  await podsim('run', scenario, '--log', log);
  const bytes = readFileSync(log);

  test('before one that was changed; the copy can be replayed', async () => {
    const { code, out, copy } = await repaired(changed(bytes, '{"seq":12,'));
    expect({ code, out }).toStrictEqual({
      code: 1,
      out: 'LOG: entry 12 was changed after it was written\n  can be saved: entries 1 to 11\n  written to COPY: entries 1 to 11\n',
    });
    expect(readLog(copy).entries).toStrictEqual(readLog(log).entries.slice(0, 11));
    expect((await podsim('log', 'show', copy)).code).toBe(0);
  });

  test.each([1, 60, 95, 96, 200, 1_000])('before an end that is missing: %d bytes', async (missing) => {
    const cut = bytes.subarray(0, bytes.length - missing);
    const whole = cut
      .toString('latin1')
      .split('\n')
      .filter((line) => /^\{"seq".*"\}$/.test(line)).length;
    const { code, out, copy } = await repaired(cut);
    expect(code).toBe(1);
    expect(out).toContain(`LOG: ends within a batch: after entry ${whole} there are `);
    expect(readLog(copy).entries).toStrictEqual(readLog(log).entries.slice(0, whole));
  });
});

describe('a data directory', () => {
  const data = folder.at('data');
  const make = async () => {
    const store = await openFileStore(data);
    for (const [id, count] of [
      ['a', 5],
      ['b', 7],
    ] as const) {
      const log = await store.create(id, headerFor(id));
      await log.append(0, entries(1, 2));
      await log.append(2, entries(3, count));
    }
    await store.close();
  };

  test('is repaired as a whole, into one that can be used', async () => {
    await make();
    expect(await podsim('log', 'repair', data)).toMatchObject({
      code: 0,
      out: `${data}/a/log.ndjson: nothing is wrong: 5 entries in 2 batches\n${data}/b/log.ndjson: nothing is wrong: 7 entries in 2 batches\n`,
    });
    const log = `${data}/a/log.ndjson`;
    writeFileSync(log, changed(readFileSync(log), '{"seq":4,'));
    expect(await podsim('log', 'repair', `${data}/`, '--check')).toMatchObject({
      code: 1,
      out: expect.stringContaining('can be saved: entries 1 to 2\n'),
    });
    expect(folder.names()).not.toContain('data.repaired');
    expect(await podsim('log', 'repair', `${data}/`)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`written to ${data}.repaired/b/log.ndjson: entries 1 to 7\n`),
    });
    const store = await openFileStore(`${data}.repaired`);
    expect(await store.worlds()).toStrictEqual(['a', 'b']);
    const repairedLog = await store.open('a');
    await repairedLog.append(2, entries(3, 3));
    expect(await all(repairedLog.read())).toStrictEqual(entries(1, 3));
    await store.close();
    expect(await podsim('log', 'repair', data)).toMatchObject({
      code: 3,
      err: `${data}.repaired: already exists; name another place for the copy with -o\n`,
    });
    expect(await podsim('log', 'repair', `${data}/b`)).toMatchObject({ code: 0, out: expect.stringContaining('7 entries in 2 batches') });
  });
});

describe('repair reports what it cannot repair, with exit code 3', () => {
  // biome-ignore format: a table
  test.each<[string, (at: (name: string) => string) => string, string]>([
    ['what is not there',     (at) => at('gone'),                                   'gone: there is no such file or folder'],
    ['an empty folder',       (at) => { mkdirSync(at('empty')); return at('empty'); }, 'empty: contains no log'],
    ['an empty file',         () => folder.write('nothing', ''),                    'nothing: ends within its header; nothing of it can be saved'],
    ['a scenario',            () => scenario,                                       `${scenario}: the header is not a JSON object, so this is no log: \`podsim run FILE --log LOG\` writes one; nothing of it can be saved`],
    ['another gzip file',     () => folder.write('other.gz', Buffer.from('1f8b0800000000000003030000000000', 'hex')), 'nothing of it can be saved'],
  ])('%s', async (_, path, words) => {
    const { code, out, err } = await podsim('log', 'repair', path((name) => folder.at(name)));
    expect(err).toContain(words);
    expect({ code, out }).toStrictEqual({ code: 3, out: '' });
  });

  test('a log without its header', async () => {
    const log = folder.at('headless.log');
    await podsim('run', scenario, '--log', log);
    writeFileSync(log, changed(readFileSync(log), '"definition"'));
    expect(await podsim('log', 'repair', log)).toMatchObject({ code: 3, err: expect.stringContaining('nothing of it can be saved') });
  });

  test('a copy that has no place', async () => {
    const { bytes } = await recorded({ batches: 3 });
    const log = folder.write('placeless.log', changed(bytes, '{"seq":9,'));
    expect(await podsim('log', 'repair', log, '-o', '/dev/null/copy')).toMatchObject({
      code: 3,
      err: expect.stringContaining('/dev/null/copy: mkdir fails'),
    });
    expect(await podsim('log', 'repair', log, '-o', log)).toMatchObject({ code: 3, err: expect.stringContaining('already exists') });
  });
});
