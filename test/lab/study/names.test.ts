import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { listTargets, parseTarget } from '../../../engine/lab/study/design/target.ts';
import { parseSettingList } from '../../../engine/lab/study/index.ts';
import { filesIn, scenarioText } from './reading.ts';

const one = parse(scenarioText('faults: [{ fault: worker-crash, at: 1m }]\nmatrix: { variables: { size: [1], timeout: [2] } }')) as Json;
const two = parse(scenarioText()) as { world: { endpoints: object[] } };
const several = { ...two, world: { endpoints: [...two.world.endpoints, { id: 'ep-b', handler: { duration: { fixed: '2s' } } }] } } as Json;

const meaning = (name: string, data: Json): string => {
  const target = parseTarget(name, data);
  return isLeft(target) ? target.left : target.right.join(' ');
};

// biome-ignore format: a table
test.each([
  ['worker.start',                       'world settings worker start'],
  ['world.settings.worker.start',        'world settings worker start'],
  ['endpoint.idleTimeout',               'world settings endpoint idleTimeout'],
  ['workers.max',                        'world endpoints 0 workers max'],
  ['ep-a.workers.max',                   'world endpoints 0 workers max'],
  ['world.endpoints.0.workers.max',      'world endpoints 0 workers max'],
  ['world.endpoints.ep-a.workers.max',   'world endpoints 0 workers max'],
  ['idleTimeout',                        'world endpoints 0 workers idleTimeout'],
  ['flashboot',                          'world endpoints 0 flashboot'],
  ['type',                               'world endpoints 0 type'],
  ['handler.duration.exponential.mean',  'world endpoints 0 handler duration exponential mean'],
  ['workers',                            'world endpoints 0 workers'],
  ['peak.poisson.rate',                  'load 0 poisson rate'],
  ['load.0.poisson.rate',                'load 0 poisson rate'],
  ['load.peak.poisson.rate',             'load 0 poisson rate'],
  ['faults.0.at',                        'faults 0 at'],
  ['size',                               'matrix variables size'],
  ['$size',                              'matrix variables size'],
  ['$timeout',                           'matrix variables timeout'],
])('%s is %s', (name, path) => {
  expect(meaning(name, one)).toBe(path);
});

// biome-ignore format: a table
test.each<[string, Json, string]>([
  ['idleTimeot',          one,     "there is no such setting; did you mean 'idleTimeout'?"],
  ['worker.imagepull',    one,     "there is no such setting; did you mean 'worker.imagePull'? (`podsim study FILE --settings` lists all)"],
  ['worker.max',          one,     "there is no such setting; did you mean 'workers.max'?"],
  ['$sizes',              one,     "there is no such setting; did you mean '$size'? (`podsim study FILE --settings` lists all)"],
  ['zzz.qqq',             one,     'there is no such setting; `podsim study FILE --settings` lists all'],
  ['title',               one,     'there is no such setting'],
  ['load.1.poisson.rate', one,     'there is no such setting'],
  ['',                    one,     'there is no such setting'],
  ['max',                 one,     'may be world.endpoints.0.workers.max or world.endpoints.0.handler.duration.max or world.endpoints.0.handler.firstJob.max: write which'],
  ['timeout',             one,     'may be $timeout or world.endpoints.0.timeout: write which'],
  ['workers.max',         several, 'is a field of an endpoint, and there are 2: write ep-a.workers.max or ep-b.workers.max'],
  ['idleTimeout',         {},      'is a field of an endpoint, and the world of the scenario has none'],
])('%j is refused', (name, data, words) => {
  expect(meaning(name, data)).toContain(words);
  expect(isLeft(parseTarget(name, data))).toBe(true);
});

test('of several endpoints each is named by its id', () => {
  expect(meaning('ep-b.idleTimeout', several)).toBe('world endpoints 1 workers idleTimeout');
});

describe('the list of settings', () => {
  const listed = parseSettingList('a.scenario.yaml', scenarioText(), filesIn({}));
  const settings = isLeft(listed) ? [] : listed.right;

  test('has what the scenario writes and what it could, with values and words', () => {
    const byName = new Map(settings.map((setting) => [setting.name, setting]));
    expect(byName.get('workers.max')).toMatchObject({ value: 2 });
    expect(byName.get('peak.poisson.rate') ?? byName.get('poisson.rate')).toMatchObject({
      value: '20/m',
      about: expect.stringMatching(/rate|per time/),
    });
    expect(byName.get('workers.idleTimeout')).toMatchObject({ value: undefined });
    expect(byName.get('worker.start')).toMatchObject({ value: '1s', about: 'how long a container takes to start' });
    expect(byName.get('worker.restartAfterCrash')).toMatchObject({ value: '2s' });
  });

  test('has only names that can be varied', () => {
    expect(settings.length).toBeGreaterThan(60);
    expect(settings.filter(({ name }) => isLeft(parseTarget(name, two as Json)))).toStrictEqual([]);
    expect(listTargets(two as Json).filter((name) => isLeft(parseTarget(name, two as Json)))).toStrictEqual([]);
  });

  test('needs only the scenario of a study: the rest may be wrong', () => {
    const files = filesIn({ 'a.scenario.yaml': scenarioText() });
    const ofStudy = parseSettingList('b.study.yaml', 'scenario: a.scenario.yaml\nvary: 3\n', files);
    expect(ofStudy).toStrictEqual(listed);
    expect(parseSettingList('b.study.yaml', 'study: a\n', files)).toMatchObject({ left: [{ message: "missing property 'scenario'" }] });
  });
});
