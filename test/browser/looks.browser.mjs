// What an eye meets in each state that changes the layout: as in the picture that is kept of it, and without boxes over one another.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { assertNoOverlaps } from './overlaps.mjs';
import { advance, isLive, manual, post, serving, submit } from './serving.mjs';
import { makeCourse, makeFailedPage, makePage, makeStudy, settle, visit } from './support.mjs';

const busy = makePage('test/browser/busy.scenario.yaml');
const course = makeCourse();
const narrow = { width: 400, height: 800 };

const ofFailure = () =>
  makeFailedPage(`title: two jobs
seed: s
world: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }] }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { second: id } }
  - { act: status, with: { endpoint: ep-a, job: $second }, expect: { body: { status: COMPLETED } } }
`);

/** What a server has done before its page is looked at. */
const callBefore = async (url) => {
  await submit(url);
  await submit(url, { prompt: 'how are you' });
  await advance(url, '27s');
  await post(`${url}/v2/ep-demo/run`, { prompt: 'no input' });
  await post(`${url}/v2/ep-other/run`, { input: {} });
};

/** What a sitting of a lesson draws, such as the order of choices, is alike in each. */
const drawsAlike = () => {
  crypto.getRandomValues = (values) => values.fill(7);
};

/** States: the page, where it is opened, and what a person does there. */
const states = [
  { name: 'timeline', page: busy, hash: '#view=timeline&at=729&of=job-60' },
  { name: 'timeline-dark', page: busy, hash: '#view=timeline&at=729&of=job-60', theme: 'dark' },
  { name: 'timeline-narrow', page: busy, hash: '#view=timeline&at=729', size: narrow },
  { name: 'timeline-forced-colors', page: busy, hash: '#view=timeline&at=729&of=job-60', colors: 'active' },
  { name: 'range', page: busy, hash: '#view=timeline&at=729&range=100000-300000' },
  { name: 'range-narrow', page: busy, hash: '#view=timeline&at=729&range=100000-300000', size: narrow },
  { name: 'log', page: busy, hash: '#view=log&at=729&of=job-60' },
  { name: 'now', page: busy, hash: '#view=now&at=729&of=ep-chat-w1' },
  { name: 'failure', page: ofFailure() },
  {
    name: 'change',
    page: busy,
    hash: '#view=change&at=729&of=ep-chat-w1',
    act: (page) => page.click('[data-view=change] .key:text("Crash a worker")'),
  },
  { name: 'change-narrow', page: busy, hash: '#view=change&at=729', size: narrow },
  {
    name: 'fork',
    page: busy,
    hash: '#view=change&at=729',
    act: async (page) => {
      await page.click('.key:text("Remove all waiting jobs")');
      await page.click('.key:text("Branch")');
      await page.click('.answered_answered .key:text("Compare")');
      await page.waitForSelector('.compare_metrics');
    },
  },
  { name: 'bill', page: busy, hash: '#view=timeline&at=729&side=bill' },
  { name: 'lesson-before', page: course, hash: '#lesson=3&step=1', waitFor: '[data-step]', before: drawsAlike },
  {
    name: 'lesson-after',
    page: course,
    hash: '#lesson=3&step=1',
    waitFor: '[data-step]',
    before: drawsAlike,
    act: async (page) => {
      await page.fill('.question_answerField input', '10s');
      await page.click('.question_question button[type=submit]');
      await page.waitForSelector('.picture_picture');
    },
  },
  { name: 'lesson-narrow', page: course, hash: '#lesson=5&step=1', waitFor: '[data-step]', before: drawsAlike, size: narrow },
  { name: 'study', page: makeStudy('scenarios/studies/flashboot.study.yaml'), waitFor: '.studyPage_study' },
];

const { utils } = createRequire(import.meta.url)('playwright-core/lib/coreBundle');
const compare = utils.getComparator('image/png');
/** Of one pixel's color, and of all pixels. */
const tolerance = { threshold: 0.2, maxDiffPixelRatio: 0.002 };

const folder = new URL('looks/', import.meta.url);
/** Where a picture goes that is not as the one that is kept. */
const differing = new URL('../../dist/looks/', import.meta.url);
const keeps = process.env.PODSIM_KEEP_LOOKS === '1';
const madeIn = JSON.parse(readFileSync(new URL('made.json', folder), 'utf8'));

/** What decides how a page is drawn that is not of podsim: the browser, and its letters. */
const readEnvironment = (page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    const widths = ['system-ui', 'sans-serif', 'monospace'].map((family) => {
      pen.font = `40px ${family}`;
      return Math.round(pen.measureText('Waited 24.2 s: a cold start').width);
    });
    return { chromium: /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1], widths };
  });

/** Compares with the picture that is kept. Returns why it cannot, if it was drawn by another browser, or with other letters. */
const assertLooks = async (page, name) => {
  await settle(page);
  await assertNoOverlaps(page, name);
  const environment = await readEnvironment(page);
  const seen = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const kept = new URL(`${name}.png`, folder);
  if (keeps) {
    writeFileSync(kept, seen);
    writeFileSync(new URL('made.json', folder), `${JSON.stringify(environment, null, 2)}\n`);
    return;
  }
  if (!isDeepStrictEqual(environment, madeIn))
    return `pictures are kept of ${JSON.stringify(madeIn)}, here is ${JSON.stringify(environment)}`;
  assert.ok(existsSync(kept), `no picture of ${name} is kept: npm run looks makes it`);
  const difference = compare(seen, readFileSync(kept), tolerance);
  if (difference === null) return;
  mkdirSync(differing, { recursive: true });
  writeFileSync(new URL(`${name}.png`, differing), seen);
  if (difference.diff !== undefined) writeFileSync(new URL(`${name}-difference.png`, differing), difference.diff);
  assert.fail(`${difference.errorMessage} See dist/looks/${name}.png; if it is as it shall be, \`npm run looks\` keeps it`);
};

for (const { name, page: file, act, ...options } of states)
  test(`${name} looks as it did, and no box lies over another`, (t) =>
    visit(file, options, async (page) => {
      await act?.(page);
      const reason = await assertLooks(page, name);
      if (reason !== undefined) t.skip(reason);
    }));

test('a served world with calls looks as it did', (t) =>
  serving(manual, async (url) => {
    await callBefore(url);
    await visit(`${url}/console`, { hash: '#view=requests', waitFor: isLive }, async (page) => {
      const reason = await assertLooks(page, 'live');
      if (reason !== undefined) t.skip(reason);
    });
  }));
