import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertAccessible,
  assertCount,
  assertHarmless,
  assertText,
  makeStudy,
  settle,
  sizes,
  until,
  visit,
  writeScenario,
} from './support.mjs';

const scenario = (title, name) =>
  `${JSON.stringify({
    title,
    seed: 'noisy',
    world: { endpoints: [{ id: 'ep-a', workers: { min: 0, max: 2 }, handler: { duration: { exponential: { mean: '2s' } } } }] },
    load: [{ name, with: { endpoint: 'ep-a', body: { input: {} } }, poisson: { rate: '1/s' }, for: '30s' }],
  })}\n`;

writeScenario('noisy.scenario.yaml', scenario('Jobs of random durations', 'peak'));
const page = makeStudy(
  writeScenario(
    'noisy.study.yaml',
    'study: How many workers, and how long idle?\nscenario: noisy.scenario.yaml\nvary:\n  workers.max: [1, 2, 4]\n  endpoint.idleTimeout: [1s, 20s]\n  flashboot: [OFF, FLASHBOOT]\nseeds: 5\ngoal: { delayTime.p95: { lte: 40s }, minimize: cost }\n',
  ),
);
const ready = { waitFor: '.studyPage_study' };

const numbersOf = (tab) =>
  tab.$$eval('[aria-label="Table of configurations"] tbody tr', (rows) => rows.map((row) => Number(row.dataset.configuration)));
/** Waits until the details are those of a configuration. */
const assertChosen = (tab, number) =>
  assertText(tab, '[aria-label="The chosen configuration"] h2', new RegExp(`^Configuration ${number}(?!\\d)`));

/** What the element with the focus says. */
const focused = (tab) => tab.evaluate(() => document.activeElement.getAttribute('aria-label') ?? '');

test('a study is opened from disk: the question, the answer, the pictures and the table', () =>
  visit(page, ready, async (tab) => {
    await assertText(tab, 'h1', /How many workers, and how long idle\?/);
    await assertText(
      tab,
      '.studyPage_verdict',
      /workers\.max=\d .*meets the goal \(delayTime\.p95 at most 40s\) with the least cost, \$0\.\d+/,
    );
    await assertCount(tab, '.plotPoints_point', 12);
    await assertCount(tab, '.plotPoints_point[data-look=best]', 1);
    await assertText(tab, '.plotParts_goalWords', /goal: delayTime\.p95 at most 40s/);
    await assertCount(tab, '.heatTable_heatTable tbody tr', 3);
    await assertCount(tab, '[aria-label="Main effects"] tbody tr', 3);
    await until(
      () => numbersOf(tab),
      (seen) => assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    );
  }));

test('the table sorts by a click, and back by another', () =>
  visit(page, ready, async (tab) => {
    const head = tab.locator('th:has([data-column="of:cost"])');
    await until(
      () => head.getAttribute('aria-sort'),
      (seen) => assert.equal(seen, 'none'),
    );
    await tab.click('[data-column="of:cost"]');
    await until(
      () => head.getAttribute('aria-sort'),
      (seen) => assert.equal(seen, 'ascending'),
    );
    const column = await tab.$$eval('[aria-label="Table of configurations"] thead th', (all) =>
      all.findIndex((one) => one.textContent.includes('cost')),
    );
    const costs = () =>
      tab.$$eval(
        '[aria-label="Table of configurations"] tbody tr',
        (rows, k) => rows.map((row) => Number.parseFloat(row.children[k].textContent.replace('$', ''))),
        column,
      );
    const up = await costs();
    assert.deepEqual(
      up,
      [...up].sort((a, b) => a - b),
    );
    assert.ok(up.at(-1) > up[0]);
    await tab.click('[data-column="of:cost"]');
    await until(
      () => head.getAttribute('aria-sort'),
      (seen) => assert.equal(seen, 'descending'),
    );
    await until(
      () => costs(),
      (seen) => assert.deepEqual(seen, [...up].reverse()),
    );
    await assertCount(tab, '[aria-sort="ascending"], [aria-sort="descending"]', 1);
  }));

test('the table sorts by keyboard, and the address keeps it', () =>
  visit(page, ready, async (tab) => {
    await tab.focus('[data-column="vary:endpoint.idleTimeout"]');
    await tab.keyboard.press('Enter');
    await until(
      () => numbersOf(tab),
      (seen) => assert.deepEqual(seen, [1, 2, 5, 6, 9, 10, 3, 4, 7, 8, 11, 12]),
    );
    await tab.keyboard.press(' ');
    await until(
      () => numbersOf(tab),
      (seen) => assert.deepEqual(seen, [3, 4, 7, 8, 11, 12, 1, 2, 5, 6, 9, 10]),
    );
    await tab.waitForFunction(() => location.hash.includes('sort=vary') && location.hash.includes('down'));
    const { hash } = new URL(tab.url());
    await visit(page, { ...ready, hash }, async (other) => {
      await until(
        () => numbersOf(other),
        (seen) => assert.deepEqual(seen, [3, 4, 7, 8, 11, 12, 1, 2, 5, 6, 9, 10]),
      );
    });
  }));

test('arrows lead from point to point, each says its values and intervals, and one is in the order of Tab', () =>
  visit(page, ready, async (tab) => {
    await assertCount(tab, '.plotPoints_point[tabindex="0"]', 1);
    await tab.focus('.plotPoints_point[tabindex="0"]');
    await tab.keyboard.press('Home');
    const costs = [];
    const all = new Set();
    for (let k = 0; k < 12; k++) {
      const said = await until(
        () => focused(tab),
        (words) => {
          assert.match(
            words,
            /^configuration \d+, .*workers\.max=\d.*delayTime\.p95 [\d.]+ (?:m?s|min)\b[^,]*, 95 % interval .*cost \$0\.\d+.*opens its median run$/,
          );
          assert.ok(!all.has(words), `the focus stays at ${words}`);
        },
      );
      all.add(said);
      costs.push(Number(/cost \$([\d.]+)/.exec(said)[1]));
      await assertChosen(tab, /^configuration (\d+)/.exec(said)[1]);
      await tab.keyboard.press('ArrowRight');
    }
    assert.deepEqual(
      costs,
      [...costs].sort((a, b) => a - b),
    );
    await assertCount(tab, '.plotPoints_point[tabindex="0"]', 1);
  }));

test('a point opens the median run, which comes to the fingerprint of Node; and there is a way back', () =>
  visit(page, ready, async (tab) => {
    await tab.click('[data-column="of:cost"]');
    // The dearest is the last.
    const costOf = (words) => Number(/cost \$([\d.]+)/.exec(words)?.[1]);
    const points = await tab.$$eval('.plotPoints_point', (all) => all.map((one) => one.getAttribute('aria-label')));
    await tab.focus('.plotPoints_point[tabindex="0"]');
    await tab.keyboard.press('End');
    const said = await until(
      () => focused(tab),
      (words) => assert.equal(costOf(words), Math.max(...points.map(costOf))),
    );
    const number = Number(/\d+/.exec(said)[0]);
    await assertChosen(tab, number);
    const seed = /seed (\d+), of 5 plays/.exec(await tab.textContent('.detail_runLink'))[1];
    await tab.keyboard.press('Enter');
    await tab.waitForSelector('#fingerprint[data-same=true]');
    await assertCount(tab, '.studyPage_study', 0);
    await until(
      () => tab.locator('.header_runs option:checked').textContent(),
      (seen) => assert.match(seen, new RegExp(`^workers\\.max=4 .*seed ${seed}$`)),
    );
    await tab.waitForURL(new RegExp(`#run=${number - 1}&at=\\d+`));
    await tab.click('.replay_bar .link');
    await tab.waitForSelector('.studyPage_study');
    await assertChosen(tab, number);
    await assertCount(tab, '#fingerprint', 0);
  }));

test('every configuration plays its median run to the fingerprint of Node', () =>
  visit(page, { hash: '#run=0' }, async (tab) => {
    for (let k = 0; k < 12; k++) {
      await tab.selectOption('.header_runs', { index: k });
      await tab.waitForSelector('#fingerprint[data-same=true]');
    }
  }));

test('a link of the table, a cell of the heat map and the Back of the browser lead there and back, too', () =>
  visit(page, ready, async (tab) => {
    await tab.click('tr[data-configuration="3"] a');
    await tab.waitForSelector('#fingerprint[data-same=true]');
    await tab.goBack();
    await tab.waitForSelector('.studyPage_study');
    await tab.selectOption('[aria-label="Heat map"] label:has-text("rows") select', 'endpoint.idleTimeout');
    await tab.selectOption('[aria-label="Heat map"] label:has-text("columns") select', 'flashboot');
    await assertCount(tab, '.heatTable_heatTable tbody tr', 2);
    // Three configurations are in each cell: none of them is meant.
    await assertCount(tab, '.heatTable_heatTable td a', 0);
    // Which would be the same setting twice: the two change places.
    await tab.selectOption('[aria-label="Heat map"] label:has-text("rows") select', 'flashboot');
    await assertText(tab, '.heatTable_heatTable thead', /endpoint\.idleTimeout.*flashboot/s);
  }));

test('the measures of the plot are chosen; the frontier is that of the goal alone', () =>
  visit(page, ready, async (tab) => {
    await assertCount(tab, '.plotParts_frontierLine', 1);
    await tab.selectOption('label:has-text("up") select', 'utilization');
    await assertText(tab, '[aria-label=Frontier] h2', /utilization against cost/);
    await assertCount(tab, '.plotParts_frontierLine, .plotParts_goalWords', 0);
    await assertCount(tab, '.plotPoints_point', 12);
  }));

for (const size of sizes)
  for (const theme of ['light', 'dark'])
    test(`axe finds nothing, and nothing is too wide: ${size.width}, ${theme}`, () =>
      visit(page, { ...ready, size, theme }, async (tab) => {
        const look = (name) => assertAccessible(tab, `${name}, ${size.width} wide, ${theme}`);
        await look('as it opens');
        await tab.click('[data-column="of:cost"]');
        await look('sorted');
        await tab.focus('.plotPoints_point[tabindex="0"]');
        await look('a point');
        await tab.click('tr[data-configuration="1"] a');
        await tab.waitForSelector('#fingerprint[data-same=true]');
        await look('a run');
      }));

const markup = '</script><script>document.title="ran"</script><img src=x onerror="document.title=\'ran\'"><!-- ]]>';
const trick = '\u202eevil\u202c\u0007\u001b[31m\u2028';

for (const size of sizes)
  test(`hostile titles, names and values are shown as text, ${size.width} wide`, () => {
    writeScenario('hostile.scenario.yaml', scenario(`${markup}${trick}`, 'peak'));
    const study = {
      study: `${markup}${trick} ${'W'.repeat(5_000)}`,
      scenario: 'hostile.scenario.yaml',
      vary: { 'load.0.with.body': [{ input: { markup, trick } }, { input: { markup: 'W'.repeat(3_000) } }], 'workers.max': [1, 2] },
      seeds: 2,
      goal: { 'delayTime.p95': { lte: '20s' }, minimize: 'cost' },
    };
    const file = makeStudy(writeScenario('hostile.study.yaml', JSON.stringify(study)));
    return visit(file, { ...ready, size }, async (tab) => {
      await assertHarmless(tab);
      for (const one of await tab.locator('.plotPoints_point').all()) await one.focus();
      await assertHarmless(tab);
      await tab.click('tr[data-configuration="2"] a');
      await tab.waitForSelector('#fingerprint[data-same=true]');
      await settle(tab);
      await assertHarmless(tab);
    });
  });
