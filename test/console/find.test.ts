import { describe, expect, test } from 'vitest';
import { FindIndex } from '../../adapters/console/app/model/find/find.ts';
import { busyEntries, busyLog } from './support.ts';

const log = busyLog();
const index = new FindIndex(log);
const found = (text: string) => index.find(text).map(({ what, name }) => `${what} ${name}`);

describe('what is found', () => {
  test('begins with what is called so, and no sort pushes another out', () => {
    expect(found('job-1')[0]).toBe('entity job-1');
    const sorts = new Set(index.find('job').map(({ what }) => what));
    expect(sorts).toStrictEqual(new Set(['entity', 'rule', 'request']));
    for (const sort of sorts) expect(index.find('job').filter(({ what }) => what === sort).length).toBeLessThanOrEqual(8);
  });

  test('is an entity by its name, its id and its short name', () => {
    const pod = [...log.lives.ids()].find((id) => log.lives.kind(id) === 'pod') ?? '';
    for (const text of [pod, log.labels.findName(pod), log.names.findName(pod).toUpperCase()])
      expect(index.find(text).some((one) => one.what === 'entity' && one.id === pod)).toBe(true);
  });

  test('is a rule that the run has met, with how often', () => {
    const rule = log.rule(log.landmarks.seqs[0] ?? 0);
    const times = busyEntries.filter(({ seq }) => log.rule(seq) === rule).length;
    expect(index.find(rule)).toContainEqual({ what: 'rule', name: rule, detail: times === 1 ? 'one entry' : `${times} entries` });
    expect(found('no.such-rule')).toStrictEqual([]);
  });

  test('is a refused request by its status and the words of its path, in any order', () => {
    const refused = log.requests.rows.find(({ refusal }) => refusal !== undefined);
    const text = `${refused?.refusal?.event.status} ${refused?.call.operation}`;
    expect(found(text)).toContain(`request #${refused?.seq}`);
    expect(found(text.split(' ').reverse().join(' '))).toContain(`request #${refused?.seq}`);
  });

  test('is an entry by its number, and nothing by no word', () => {
    expect(found('#7')[0]).toBe('entry #7');
    expect(found('7')[0]).toBe('entry #7');
    expect(found(`#${log.length + 1}`)).toStrictEqual([]);
    expect(found('  ')).toStrictEqual([]);
  });
});
