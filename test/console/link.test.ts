import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { hashOfPlace, placeOfHash } from '../../adapters/console/app/link/hash.ts';
import { linkText, scenarioOfLink } from '../../adapters/console/app/link/scenarioLink.ts';
import { timeMeant } from '../../adapters/console/app/link/times.ts';
import { readEntity, writeEntity, writeMoment } from '../../adapters/console/app/model/place/words.ts';
import { plainLines, plainText } from '../../adapters/console/app/text.ts';
import { busyLog } from './support.ts';

const scenario = { file: 'a.scenario.yaml', text: 'title: "é ☃ \\ud800"\n'.repeat(20), files: { 'b.yaml': 'x: 1' }, seeds: ['s'] };
const packed = (text: string | Uint8Array) => deflateRawSync(text).toString('base64url');

describe('a link', () => {
  test('holds a scenario, and nothing that an address would change', async () => {
    const link = await linkText(scenario);
    expect(link).toMatch(/^[\w-]+$/);
    expect(await scenarioOfLink(link)).toStrictEqual({ scenario });
  });

  test('of a scenario of the repository is short', async () => {
    const { readFileSync } = await import('node:fs');
    const file = 'scenarios/jobs/retry-after-failure.scenario.yaml';
    expect((await linkText({ file, text: readFileSync(file, 'utf8'), files: {} })).length).toBeLessThan(1_500);
  });

  // biome-ignore format: a table
  test.each<readonly [string, string, RegExp]>([
    ['nothing',                       '',                                               /characters that no such link has/],
    ['other characters',              'a b',                                            /characters that no such link has/],
    ['what is not deflated',          'aGVsbG8',                                        /damaged/],
    ['half a link',                   packed('{"file":"a","text":"b"}').slice(0, 12),   /damaged/],
    ['what is no UTF-8',              packed(Uint8Array.of(0xff, 0xfe)),                /damaged/],
    ['what is no JSON',               packed('{'),                                      /damaged/],
    ['another value',                 packed('null'),                                   /no scenario/],
    ['a list',                        packed('[]'),                                     /no scenario/],
    ['a text that is none',           packed('{"file":"a","text":1}'),                  /no scenario/],
    ['files that are a list',         packed('{"file":"a","text":"b","files":[]}'),     /no texts/],
    ['seeds that are none',           packed('{"file":"a","text":"b","seeds":[1]}'),    /seeds/],
    ['a bomb',                        packed(Buffer.alloc(50_000_000)),                 /unpacks to more than 4000000 bytes/],
    ['ten megabytes',                 'A'.repeat(10_000_000),                           /10000000 characters, and at most 1000000/],
  ])('with %s is refused, and says why', async (_, link, message) => {
    expect(await scenarioOfLink(link)).toStrictEqual({ problem: expect.stringMatching(message) });
  });
});

describe('an address', () => {
  test('says a place, and is read again', () => {
    const place = { scenario: 'abc-_', run: 2, seq: 17, of: 'job-1', view: 'log', filter: 'of:job-1 "x" #&=' };
    expect(placeOfHash(hashOfPlace(place))).toStrictEqual(place);
    expect(hashOfPlace({})).toBe('');
  });

  test('is written by people, too: a time, an entity by its kind, and no number of an entry', () => {
    expect(placeOfHash('#at=00:12:30&job=job-37')).toStrictEqual({ time: '00:12:30', of: 'job-37', kind: 'job' });
    expect(placeOfHash('#at=30m&pod=train-llama')).toStrictEqual({ time: '30m', of: 'train-llama', kind: 'pod' });
    expect(hashOfPlace({ time: '00:12:30', of: 'job-37', kind: 'job' })).toBe('#at=00:12:30&job=job-37');
    // As links were written before; and an endpoint is a part of the world that is shown.
    expect(placeOfHash('#at=12&of=job-37')).toStrictEqual({ seq: 12, of: 'job-37' });
    expect(placeOfHash('#endpoint=ep-a&of=ep-a')).toStrictEqual({ endpoint: 'ep-a', of: 'ep-a' });
  });

  test('leads back to each moment and each entity of a log', () => {
    const log = busyLog();
    for (let seq = 0; seq <= log.length; seq++) {
      const { seq: number, time } = placeOfHash(hashOfPlace(writeMoment(log, seq)));
      expect(time === undefined ? number : log.lastUpTo(timeMeant(time, log.end) ?? -1)).toBe(seq);
    }
    for (const id of log.lives.ids()) expect(readEntity(log, placeOfHash(hashOfPlace(writeEntity(log, id))))).toBe(id);
    expect([...log.lives.ids()].map((id) => writeEntity(log, id).kind)).toContain('worker');
    expect(writeMoment(log, log.length)).toHaveProperty('time');
  });

  test('of a job may have its number alone', () => {
    const log = busyLog();
    expect(readEntity(log, placeOfHash('#job=1'))).toBe([...log.lives.ids()].find((id) => log.lives.kind(id) === 'job'));
  });

  test('that makes no sense says nothing', () => {
    expect(placeOfHash('#at=-1&run=x&at=3e9&other=1')).toStrictEqual({});
    expect(placeOfHash('#%%%')).toStrictEqual({});
    expect(placeOfHash('')).toStrictEqual({});
  });

  test('takes names that are no well-formed text', () => {
    expect(placeOfHash(hashOfPlace({ of: '\ud800x' }))).toStrictEqual({ of: '\ufffdx' });
  });
});

describe('a text that is shown', () => {
  // biome-ignore format: a table
  test.each([
    ['markup stays as it is', '<b>&amp;</b>',      '<b>&amp;</b>'],
    ['control characters',    'a\u0000\u001b[31m\u007f\u0085', 'a␀␛[31m␡\ufffd'],
    ['line breaks',           'a\r\n\tb',          'a␍␊␉b'],
    ['directions',            'a\u202eb\u2067',    'a‹U+202E›b‹U+2067›'],
    ['lone surrogates',       'a\ud800b\udc00',    'a\ufffdb\ufffd'],
    ['whole ones',            'a😀',               'a😀'],
  ])('%s', (_, text, shown) => {
    expect(plainText(text)).toBe(shown);
  });

  test('is cut where it is too long, and not in the middle of a character', () => {
    expect(plainText('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxx…');
    expect(plainText('😀'.repeat(9), 4)).toBe('😀\ufffd…');
    expect(plainLines('a\nb\u0007', 100)).toBe('a\nb␇');
    expect(plainLines('a\n'.repeat(100), 4)).toBe('a\na\n\n…');
  });
});
