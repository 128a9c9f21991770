import { describe, expect, test } from 'vitest';
import { shortIdsFrom, uuidsFrom } from '../../engine/kernel/ids.ts';

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const keys = Array.from({ length: 200_000 }, (_, k) => `ep-a/${k}`);

describe('a uuid', () => {
  const uuid = uuidsFrom('podsim');

  test('is one of version 4', () => {
    expect(keys.map((key) => uuid(key)).filter((id) => !version4.test(id))).toStrictEqual([]);
  });

  test('would be seen not to be one', () => {
    expect('f26bc0a0-fdd8-1877-972a-8f3bfbf8af0b').not.toMatch(version4);
  });

  test('belongs to one key alone', () => {
    expect(new Set(keys.map((key) => uuid(key))).size).toBe(keys.length);
  });

  test('has the value it always had', () => {
    expect([uuid('ep/1'), uuid('ep/2'), uuidsFrom('other')('ep/1')]).toStrictEqual([
      'f26bc0a0-fdd8-4877-972a-8f3bfbf8af0b',
      '76b55bb9-1848-4b1b-ae40-90a59459602c',
      '7ae02349-c4ea-46dd-ab2c-53c71721d681',
    ]);
  });

  test('has the texts before and after it that are asked for', () => {
    expect(uuid('ep/1', 'sync-', '-u1')).toBe('sync-f26bc0a0-fdd8-4877-972a-8f3bfbf8af0b-u1');
  });

  test('is another one where seed and key are cut elsewhere', () => {
    expect(uuidsFrom('a')('bc')).not.toBe(uuidsFrom('ab')('c'));
  });
});

describe('a short id', () => {
  const shortId = shortIdsFrom('podsim');

  test('is fourteen letters and digits, a letter first', () => {
    expect(keys.map(shortId).filter((id) => !/^[a-z][a-z0-9]{13}$/.test(id))).toStrictEqual([]);
  });

  test('belongs to one key alone', () => {
    expect(new Set(keys.map(shortId)).size).toBe(keys.length);
  });

  test('has the value it always had', () => {
    expect([shortId('endpoint/1'), shortId('endpoint/2')]).toStrictEqual(['tdp3k78ysu7ceo', 'arol4okaq30dfo']);
  });
});
