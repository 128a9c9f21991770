import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { type Order, orderConfigurations } from '../../../adapters/console/app/study/sorting.ts';
import type { StudyPageData } from '../../../adapters/console/app/study/studyData.ts';
import { readStudyParts } from '../../../adapters/console/writer/parts.ts';
import { studyPageHtml } from '../../../adapters/console/writer/studyPage.ts';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { fillTemplate, parseStudy, type Study, scenarioTemplate } from '../../../engine/lab/study/index.ts';
import { play } from '../../../engine/scenario/play/play.ts';
import { parseScenario } from '../../../engine/scenario/scenario.ts';
import { podsimProcess } from '../../support/bundle.ts';
import { Folder } from '../../support/folder.ts';
import { configuration, reportOf, specOf, workersStudy } from './handmade.ts';

const folder = new Folder();

const dataOf = (html: string): StudyPageData =>
  JSON.parse(/<script type="application\/json" id="podsim-study">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null');

const pageData = (changes: Partial<StudyPageData> = {}): StudyPageData => ({
  engine: '1',
  report: workersStudy(),
  scenario: 'a.scenario.yaml',
  template: ['title: a\n'],
  medians: [],
  answers: [],
  quotes: [],
  name: 'a',
  ...changes,
});

describe('podsim study -o', () => {
  folder.write(
    'a.scenario.yaml',
    'title: a\nseed: a\nworld: { include: world.yaml }\nload:\n  - { name: peak, with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 1/s }, for: 20s }\n',
  );
  folder.write('world.yaml', 'endpoints: [{ id: ep-a, workers: { max: 3 }, handler: { duration: { exponential: { mean: 2s } } } }]\n');
  const file = folder.write(
    'a.study.yaml',
    'study: "How many, </script> and <b>how long</b>?"\nscenario: a.scenario.yaml\nvary:\n  workers.max: [1, 3]\n  endpoint.idleTimeout: [1s, 20s]\nseeds: 3\ngoal: { delayTime.p95: { lte: 30s }, minimize: cost }\n',
  );
  const study = (...args: string[]) => podsimProcess(['study', file, '--results', folder.at('results'), ...args]);

  test('writes one page, and prints what it prints without it', () => {
    const out = folder.at('study.html');
    const { code, out: json, err } = study('-o', out, '--json');
    expect({ code, err: err.includes(`${out} shows the study, and plays its runs: open it in a browser\n`) }).toStrictEqual({
      code: 0,
      err: true,
    });
    const { report, medians, name } = dataOf(folder.read('study.html'));
    expect(report).toStrictEqual(JSON.parse(json));
    expect(name).toBe('a');
    expect(medians.map(({ configuration: number }) => number)).toStrictEqual([1, 2, 3, 4]);
    expect(report.picture.effects[0]?.settings.map(({ means }) => means.length)).toStrictEqual([2, 2]);
  });

  test('the text of each configuration is the scenario that was played: the same log with the same seed', () => {
    const { template, medians, report } = dataOf(folder.read('study.html'));
    for (const { configuration: number, seed, fingerprint, entries } of medians) {
      const text = fillTemplate(template, report.configurations[number - 1]?.values ?? []);
      const parsed = parseScenario('a-1.scenario.yaml', text, () => undefined, [seed]);
      if (isLeft(parsed) || parsed.right[0] === undefined) throw new Error(JSON.stringify(parsed));
      const { world } = play(parsed.right[0]);
      expect({ fingerprint: world.fingerprint(), entries: world.log.length }).toStrictEqual({ fingerprint, entries });
    }
    expect(new Set(medians.map(({ fingerprint }) => fingerprint)).size).toBeGreaterThan(1);
  });

  test('prints the main effects as CSV', () => {
    const { out } = study('--csv', '--effects');
    const [head, first, ...rows] = out.trimEnd().split('\r\n');
    expect(head).toBe('measure,unit,setting,value,mean,share of the variance');
    expect(first).toMatch(/^delayTime\.p50,ms,workers\.max,1,[\d.]+,[\d.]+$/);
    // Five measures, two settings, two values.
    expect(rows).toHaveLength(19);
    expect(study('--effects')).toMatchObject({ code: 3, err: expect.stringContaining('give --csv, too') });
  });
});

describe('the text of a configuration', () => {
  const shipped = (): Study => {
    const path = 'scenarios/studies/workers-and-idle.study.yaml';
    const read = (name: string) => readFileSync(name, 'utf8');
    const study = parseStudy(path, read(path), { scenario: read, includedBy: () => () => undefined });
    if (isLeft(study)) throw new Error(JSON.stringify(study.left));
    return study.right;
  };

  test('gives the log of the study that ships', () => {
    const study = shipped();
    const template = scenarioTemplate(study);
    for (const one of [study.configurations[0], study.configurations.at(-1)]) {
      const parsed = parseScenario('x.scenario.yaml', fillTemplate(template, one?.values ?? []), () => undefined, ['7']);
      if (isLeft(parsed) || parsed.right[0] === undefined || one === undefined) throw new Error(JSON.stringify(parsed));
      expect(play(parsed.right[0]).world.fingerprint()).toBe(playOnce(one.scenario, '7').fingerprint);
    }
  });

  test('holds any value, and a scenario that has the mark of a value in it', () => {
    const base = { title: 'varied-0- is here', world: { name: 'x' }, matrix: { variables: { size: [1] } } };
    const targets = [
      ['world', 'name'],
      ['matrix', 'variables', 'size'],
    ];
    const text = fillTemplate(scenarioTemplate({ base, targets }), ['a: "b" # c\n', { deep: [true, null] }]);
    expect(text).toBe(
      'title: varied-0- is here\nworld:\n  name: "a: \\"b\\" # c\\n"\nmatrix:\n  variables: { size: [ {"deep":[true,null]} ] }\n',
    );
  });
});

describe('the page of a study', () => {
  const parts = readStudyParts();

  test('allows its three scripts and its style, and nothing else', () => {
    const html = studyPageHtml(parts, pageData());
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const hashes = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}(?: type="text/plain" id="[\\w-]+")?>([\\s\\S]*?)</${tag}>`, 'g'))].map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      );
    const [replay, editor, own] = hashes('script');
    expect(policy.split('; ')).toStrictEqual([
      "default-src 'none'",
      `script-src ${own} ${replay} ${editor}`,
      `style-src ${hashes('style')[0]}`,
      'worker-src blob:',
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(html.match(/<script/g)).toHaveLength(4);
    expect(html.match(/ (?:src|href)="[^"]*"/g)).toStrictEqual([' href="data:,"']);
  });

  test('has little code of its own beside the replay page', () => {
    expect(gzipSync(parts.script).length).toBeLessThan(25_000);
    expect(parts.script).not.toMatch(/fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|localStorage/);
    expect(parts.style).not.toMatch(/url\(|@import/);
    // The code of studies is no part of the replay page.
    expect(parts.replay.script).not.toContain('Main effects');
  });

  test('holds any text as data', () => {
    const evil = '</script><script>alert(1)</script><!-- \u2028 \ud800 </style>';
    const spec = specOf({ [evil]: [evil] }, { study: evil, scenario: evil });
    const data = pageData({
      report: reportOf(spec, [configuration(1, [evil], { [evil]: 1 })]),
      scenario: evil,
      template: [evil, 0],
      name: evil,
    });
    const html = studyPageHtml(parts, data);
    expect(dataOf(html)).toStrictEqual(data);
    expect(html.match(/<script/gi)).toHaveLength(4);
  });
});

describe('the table of configurations', () => {
  const values = ['1m', '5s', '30s'];
  const means = [3, null, 1];
  const report = reportOf(
    specOf({ idle: values }),
    values.map((value, k) => configuration(k + 1, [value], { m: means[k] ?? null })),
  );
  const numbers = (order: Order) => orderConfigurations(report, order).map(({ number }) => number);

  test('sorts durations by how long they are', () => {
    expect(numbers({ column: 'vary:idle', isDown: false })).toStrictEqual([2, 3, 1]);
    expect(numbers({ column: 'vary:idle', isDown: true })).toStrictEqual([1, 3, 2]);
  });

  test('has what has no value last, both ways', () => {
    expect(numbers({ column: 'of:m', isDown: false })).toStrictEqual([3, 1, 2]);
    expect(numbers({ column: 'of:m', isDown: true })).toStrictEqual([1, 3, 2]);
  });

  test('keeps the order of the study among equals', () => {
    expect(numbers({ column: 'plays', isDown: true })).toStrictEqual([1, 2, 3]);
    expect(numbers({ column: 'meets', isDown: false })).toStrictEqual([1, 2, 3]);
  });
});
