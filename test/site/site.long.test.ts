import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleSite } from '../../adapters/build/bundles.mjs';
import type { PageData } from '../../adapters/console/app/pageData.ts';
import { allScenarios } from '../../adapters/docs/generated.ts';
import { buildSite } from '../../adapters/site/site.ts';
import { rules } from '../../engine/cloud/rulebook/rules.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
const site = folder.at('site');
const pages: string[] = [];

beforeAll(async () => {
  await bundleSite();
  await buildSite(site);
  pages.push(...readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html')));
});

/** The site's own engine: the script that its pages share, run as the worker of a page runs it. */
const engineOfSite = (): ((run: unknown) => string) => {
  const said: { type: string; outcome?: { fingerprint: string }; problems?: readonly string[] }[] = [];
  let hear: (event: unknown) => void = () => undefined;
  const scope = createContext({
    postMessage: (message: never) => said.push(message),
    TextEncoder,
    TextDecoder,
    setTimeout,
    clearTimeout,
    addEventListener: (_: string, listener: typeof hear) => {
      hear = listener;
    },
  });
  runInContext(read('assets/page.js'), scope);
  return (run) => {
    said.length = 0;
    hear({ data: { type: 'play', run } });
    const last = said.at(-1);
    return last?.outcome?.fingerprint ?? last?.problems?.join(' ') ?? 'it said nothing';
  };
};

const dataOf = (html: string): PageData =>
  JSON.parse(/<script type="application\/json" id="podsim-data">([^<]*)</.exec(html)?.[1] ?? 'null');

const read = (path: string): string => readFileSync(join(site, path), 'utf8');
const idsOf = (html: string): readonly string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
const texts = new Map<string, string>();
const textOf = (path: string): string => texts.get(path) ?? (texts.set(path, read(path)).get(path) as string);

/** The addresses of a page that lead nowhere. */
const brokenIn = (path: string): readonly string[] =>
  [...textOf(path).matchAll(/ (?:href|src)="([^"]*)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^(?:https?|mailto|data):/.test(address))
    .filter((address) => {
      const [file = '', anchor] = address.split('#');
      const target = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
      if (target.startsWith('..') || !existsSync(join(site, target)) || statSync(join(site, target)).isDirectory()) return true;
      return anchor !== undefined && !idsOf(textOf(target)).includes(decodeURIComponent(anchor));
    });

describe('the site', () => {
  test('has a page for each rule, scenario and lesson, and all pages of the repository', () => {
    const scenarios = readdirSync('scenarios', { recursive: true, encoding: 'utf8' });
    const expected = [
      ...['index.html', 'docs/serving.html', 'docs/reference/index.html', 'engine/FIDELITY.html', 'rules/index.html', 'lessons/index.html'],
      ...rules.map(({ id }) => `rules/${id}.html`),
      ...scenarios.flatMap((name) => (name.endsWith('.scenario.yaml') ? [`scenarios/${name.replace('.scenario.yaml', '.html')}`] : [])),
      ...scenarios.flatMap((name) => (name.endsWith('.lesson.yaml') ? [name.replace('.lesson.yaml', '.html')] : [])),
    ];
    expect(expected.length).toBeGreaterThan(600);
    expect(expected.filter((path) => !pages.includes(path))).toStrictEqual([]);
  });

  test('has no link that leads nowhere', () => {
    expect(pages.flatMap((path) => brokenIn(path).map((link) => `${path}: ${link}`))).toStrictEqual([]);
  });

  test.each([
    ['leads to no page', '<a href="nothing.html">', ['nothing.html']],
    ['leads out of the site', '<a href="../other.html">', ['../other.html']],
    ['has no such heading', '<a href="index.html#nothing">', ['index.html#nothing']],
    ['has none on its own page', '<a href="#nothing">', ['#nothing']],
    ['leads to a folder', '<iframe src="docs">', ['docs']],
    ['is good', '<a href="index.html#read-on"><img src="docs/pictures/T043.svg"><a href="https://example.org/">', []],
  ])('a link that %s is judged so', (_, html, broken) => {
    texts.set('a.html', html);
    expect(brokenIn('a.html')).toStrictEqual(broken);
  });

  test('plays each scenario to the fingerprint that the command comes to', async () => {
    const play = engineOfSite();
    const report = JSON.parse((await podsim('run', 'scenarios', '--reporter', 'json')).out) as {
      runs: { file: string; member?: string | null; fingerprint: string }[];
    };
    const known = new Map(report.runs.map(({ file, member, fingerprint }) => [`${file} ${member ?? ''}`, fingerprint]));
    expect(known.size).toBeGreaterThan(400);
    const live = pages.filter((path) => path.startsWith('live/scenarios/')).flatMap((path) => dataOf(read(path)).scenarios);
    const played = live.flatMap(({ runs, ...scenario }) =>
      runs.map(({ index, member }) => [`${scenario.file} ${member ?? ''}`, play({ scenario, index })] as const),
    );
    expect(played.filter(([run, fingerprint]) => known.get(run) !== fingerprint)).toStrictEqual([]);
    expect(played.length).toBe(known.size);
  });

  test('plays a scenario on the page of each rule that one teaches, and beside each example of the guides', () => {
    const taught = new Set(allScenarios('.').flatMap(({ spec }) => spec.teaches ?? []));
    expect(taught.size).toBeGreaterThan(190);
    expect([...taught].filter((id) => !read(`rules/${id}.html`).includes('<iframe src="../live/scenarios/'))).toStrictEqual([]);
    expect(read('docs/scenarios.html').split('<iframe ').length - 1).toBeGreaterThanOrEqual(7);
    expect(read('index.html')).toContain('<iframe src="live/scenarios/jobs/retry-after-failure.html"');
  });
});
