import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { PageData } from '../../adapters/console/app/pageData.ts';
import { pageHtml } from '../../adapters/console/writer/page.ts';
import { readPageParts } from '../../adapters/console/writer/parts.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { parseScenario } from '../../engine/scenario/scenario.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';

const written = async (...args: string[]) => {
  const out = folder.at('page.html');
  const said = await podsim('page', ...args, '-o', out);
  return { said, html: said.code === 0 ? folder.read('page.html') : '' };
};

const dataOf = (html: string): PageData =>
  JSON.parse(/<script type="application\/json" id="podsim-data">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null');

const fingerprintsOf = (file: string): readonly string[] => {
  const parsed = parseScenario(file, readFileSync(file, 'utf8'), () => undefined);
  return parsed._tag === 'Left' ? [] : parsed.right.map((run) => play(run).world.fingerprint());
};

describe('podsim page', () => {
  test('writes one file with the scenario and the fingerprint of its run', async () => {
    const { said, html } = await written(scenario);
    expect(said).toMatchObject({ code: 0, out: expect.stringContaining('page.html plays one run: open it in a browser\n'), err: '' });
    expect(dataOf(html).scenarios).toMatchObject([
      {
        file: scenario,
        text: readFileSync(scenario, 'utf8'),
        files: {},
        runs: [{ index: 0, member: null, fingerprint: fingerprintsOf(scenario)[0] }],
      },
    ]);
  });

  test('takes several files and folders, a seed, and some runs of a file', async () => {
    expect(dataOf((await written('scenarios/jobs', '--only', 'retr')).html).scenarios.length).toBeGreaterThan(2);
    const { html } = await written(scenario, '--seed', 'another');
    expect(dataOf(html).scenarios[0]?.seeds).toStrictEqual(['another']);
    expect(dataOf(html).scenarios[0]?.runs[0]?.fingerprint).not.toBe(fingerprintsOf(scenario)[0]);
  });

  test('takes the files that a scenario includes along', async () => {
    folder.write('world.yaml', 'endpoints: [{ id: ep-a }]\n');
    folder.write('a.scenario.yaml', 'title: a\nworld: { include: world.yaml }\n');
    const [only] = dataOf((await written(folder.at('a.scenario.yaml'))).html).scenarios;
    expect(Object.values(only?.files ?? {})).toStrictEqual(['endpoints: [{ id: ep-a }]\n']);
  });

  test('draws a run as SVG, and as PNG by the browser of the machine', async (context) => {
    const [svg, png] = [folder.at('run.svg'), folder.at('run.png')];
    expect(await podsim('page', scenario, '-o', svg, '--at', '1s')).toMatchObject({ code: 0, err: '' });
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(folder.read('run.svg')) ?? [];
    const said = await podsim('page', scenario, '-o', png);
    if (said.err.includes('no Chrome, Chromium or Edge was found')) context.skip();
    expect(said).toMatchObject({ code: 0, err: '' });
    const header = readFileSync(png);
    expect(header.subarray(1, 4).toString()).toBe('PNG');
    expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toStrictEqual([Number(width) * 2, Number(height) * 2]);
  });

  test('plays the inputs of a log', async () => {
    await podsim('run', scenario, '--log', folder.at('a.log'), '--quiet');
    const [only] = dataOf((await written(folder.at('a.log'))).html).scenarios;
    expect(only?.runs[0]?.fingerprint).toBe(fingerprintsOf(scenario)[0]);
    expect(only?.text).toContain('inputs:');
  });

  test('says what is wrong with a file, and writes nothing', async () => {
    folder.write('bad.scenario.yaml', 'title: a\nstepz: []\n');
    const { said } = await written(folder.at('bad.scenario.yaml'));
    expect(said).toMatchObject({ code: 3, out: '', err: expect.stringContaining("unknown key 'stepz'") });
    expect((await written('no-such.scenario.yaml')).said).toMatchObject({ code: 3, err: expect.stringContaining('there is no such file') });
    expect((await podsim('page', scenario)).code).toBe(3);
  });
});

describe('the page', async () => {
  const { html } = await written(scenario);

  test('is small enough to be mailed, the editor apart', async () => {
    const whole = gzipSync(html).length;
    const editor = gzipSync(readPageParts().editor).length;
    // 445 kB rather than 440 since the page audits that none waits beside free room: 227 kB of its text are the audit.
    expect(whole - editor).toBeLessThan(445_000);
    expect(editor).toBeLessThan(160_000);
    // The lessons are data of pages that are made with them.
    expect(html).not.toContain('Three clocks');
    await podsim('learn', '-o', folder.at('course.html'));
    expect(gzipSync(JSON.stringify(dataOf(folder.read('course.html')))).length).toBeLessThan(25_000);
  });

  test('allows its own scripts and style, and nothing else', () => {
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const hashOf = (tag: string, attributes = '') => {
      const text = new RegExp(`<${tag}${attributes}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(policy.split('; ')).toStrictEqual([
      "default-src 'none'",
      `script-src ${hashOf('script')} ${hashOf('script', ' type="text/plain" id="podsim-editor"')}`,
      `style-src ${hashOf('style')}`,
      'worker-src blob:',
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test('has one script besides its data and its editor, and names nothing to load', () => {
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(html.match(/ (?:src|href)="[^"]*"/g)).toStrictEqual([' href="data:,"']);
  });

  test('holds any text as data, and keeps its script whole', () => {
    const evil = '</script><script>alert(1)</script><!-- \u2028 \ud800 </style>';
    const data: PageData = {
      engine: '0',
      scenarios: [
        { file: evil, text: evil, files: { [evil]: evil }, runs: [{ index: 0, title: evil, member: evil, entries: 1, fingerprint: '' }] },
      ],
    };
    const script = 'const a = "</script>", b = /<\\/SCRIPT/u.test("<!--");';
    const made = pageHtml({ script, course: '', style: 'a{}', editor: script }, data);
    expect(dataOf(made)).toStrictEqual(data);
    expect(made.match(/<script/gi)).toHaveLength(3);
    expect(made).not.toContain('<!-- ');
    const [, held = ''] = /<script>([\s\S]*?)<\/script>/.exec(made) ?? [];
    expect(new Function(`${held} return [a, b];`)()).toStrictEqual(['</script>', false]);
    expect(() => pageHtml({ script, style: 'a::after{content:"</style>"}', editor: '', course: '' }, data)).toThrow('</style');
  });

  test('neither asks for anything nor makes code of text', () => {
    const { script, course, style, editor } = readPageParts();
    const words = ['XMLHttpRequest', 'WebSocket', 'EventSource', 'sendBeacon', 'document.write', 'importScripts'];
    expect(words.filter((word) => script.includes(word) || editor.includes(word))).toStrictEqual([]);
    // One place sends requests, for the console of a served world, which has the script of the course.
    expect([script, editor, course].map((text) => text.split('fetch(').length - 1)).toStrictEqual([0, 0, 1]);
    // Without it zod would try to make a function of text, and the browser would report that the policy forbids it.
    expect(script.startsWith('globalThis.__zod_globalConfig={jitless:')).toBe(true);
    expect(style).not.toMatch(/url\(|@import/);
  });
});
