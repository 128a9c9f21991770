import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertAccessible,
  assertCount,
  assertHarmless,
  assertText,
  makeCourse,
  settle,
  sizes,
  until,
  visit,
  writeScenario,
} from './support.mjs';

const course = makeCourse();
const solution = '- { at: 0s, act: updateEndpoint, with: { endpoint: ep-a, body: { timeout: 15s } } }';
const inLesson = (hash) => ({ hash, waitFor: '[data-step]' });
const commit = (page) => page.click('.question_question button[type=submit]');

test('a lesson is answered wrong, then right, and the list knows', () =>
  visit(course, { waitFor: '.course_course' }, async (page) => {
    await assertCount(page, '.course_course li', 18);
    await page.click('.course_course li:nth-child(3) a');
    await page.fill('.question_answerField input', 'soon');
    await commit(page);
    await assertText(page, '.question_question .question_problem', /give a duration such as/);
    await page.fill('.question_answerField input', '10s');
    await commit(page);
    await assertText(page, '.said', /No\./);
    await assertText(page, '.picture_picture', /you said 10 s.*it was 30 s.*now 31 s/s);
    await assertText(page, '.reveal_reveal', /counts only while the job runs.*The rule: job\.timeout/s);
    await page.click('.reveal_reveal button:text("Answer again")');
    await assertText(page, '.picture_picture', /now 1 s/);
    await page.fill('.question_answerField input', '30s');
    await commit(page);
    await assertText(page, '.said', /Right\./);
    await page.click('.header a');
    await assertText(page, '.course_course li:nth-child(3)', /1 of \d answered, 1 right/);
    await page.reload();
    await assertText(page, '.course_course li:nth-child(3)', /1 of \d answered, 1 right/);
    // It goes on where the learner was; a link leads to any step, and Back leads back.
    await page.click('.course_course li:nth-child(3) a');
    await until(
      () => page.getAttribute('[aria-label="Steps of the lesson"] a:nth-child(2)', 'aria-current'),
      (seen) => assert.equal(seen, 'step'),
    );
    await page.click('[aria-label="Steps of the lesson"] a:nth-child(1)');
    await assertText(page, '.said', /Right\./);
    await page.goBack();
    await page.goBack();
    await page.waitForSelector('.course_course');
  }));

test('nothing shows what comes after the question, and there are at most four controls', () =>
  visit(course, inLesson('#lesson=3&step=1'), async (page) => {
    await until(
      () => page.textContent('.picture_picture'),
      (text) => assert.doesNotMatch(text, /TIMED_OUT|31 s|ending|COMPLETED|removed/),
    );
    await assertCount(page, '.transport_transport, #tape, .shell_tab, input[type=range]', 0);
    // An address that asks for a view of the console finds none before the end.
    await page.goto(`${page.url().split('#')[0]}#lesson=3&step=2&view=log`);
    await assertText(page, '[aria-label="Steps of the lesson"] [aria-current=step]', /^2/);
    await settle(page);
    await assertCount(page, '#tape, .shell_tab', 0);
  }));

/** All that can be pressed, turned or chosen, but for answers and links. */
const controls = 'button, select, summary, input[type=range]';

for (const lesson of [1, 5, 6, 13])
  test(`lesson ${lesson} has at most four controls at each step, before an answer and after it`, () =>
    visit(course, inLesson(`#lesson=${lesson}&step=1`), async (page) => {
      const assertFew = async (name) => {
        await settle(page);
        const seen = await page.locator(controls).filter({ visible: true }).allTextContents();
        assert.ok(seen.length >= 1 && seen.length <= 4, `${name}: ${seen.join(', ')}`);
      };
      for (let k = 1; (await page.locator('.lessonTask_task').count()) === 0; k++) {
        await assertFew(`step ${k}`);
        if ((await page.locator('.question_option').count()) > 0) await page.click('.question_option');
        else await page.fill('.question_answerField input', '1');
        if ((await page.locator('.question_question').count()) === 0) continue;
        await commit(page);
        await page.waitForSelector('.said, .question_problem:not(:empty)');
        if ((await page.locator('.question_problem').count()) > 0) {
          await page.fill('.question_answerField input', '1s');
          await commit(page);
        }
        await page.waitForSelector('.said');
        await assertFew(`step ${k}, answered`);
        await page.click('a.lesson_next');
        await page.waitForSelector('.question_question, .lessonTask_task');
      }
      await assertFew('task');
    }));

test('choices have another order for each reader, and what is kept holds with any', () =>
  visit(course, inLesson('#lesson=1&step=1'), async (page) => {
    const orders = new Set();
    for (let k = 0; k < 20 && orders.size < 2; k++) {
      orders.add((await page.locator('.question_option').allTextContents()).join(' | '));
      await page.reload();
      await page.waitForSelector('.question_option');
    }
    assert.equal(orders.size, 2);
    await page.click('.question_option:has-text("IN_QUEUE")');
    await commit(page);
    await assertText(page, '.said', /Right\./);
    for (let k = 0; k < 3; k++) {
      await page.reload();
      await page.waitForSelector('[aria-label="Steps of the lesson"]');
      await assertText(page, '[aria-label="Steps of the lesson"] a:nth-child(1)', /answered, right/);
    }
  }));

test('a dial changes one input of the world, and the picture and the answer with it; the time axis stays even', () =>
  visit(course, inLesson('#lesson=1&step=2'), async (page) => {
    await page.fill('.question_answerField input', '10s');
    await commit(page);
    await assertText(page, '.dial_dial, .lesson_dial', /pulls its image.*20 s.*so the answer is 25 s/s);
    const widthOf = (name) =>
      page.evaluate((words) => {
        const row = [...document.querySelectorAll('.picture_row')].find((one) => one.textContent.includes(words));
        return row.querySelector('.picture_span').getBoundingClientRect().width;
      }, name);
    const [said, was] = [await widthOf('you said'), await widthOf('it was')];
    assert.ok(Math.abs(was / said - 2.5) < 0.05, `25 s are ${was} wide, and 10 s ${said}`);
    await page.locator('input[type=range]').focus();
    await page.keyboard.press('ArrowLeft');
    await assertText(page, '.picture_picture', /IN_QUEUE 15 s.*then it is 15 s.*now 15 s.*10 s.*so the answer is 15 s/s);
    await until(
      async () => (await widthOf('then it is')) / (await widthOf('you said')),
      (ratio) => assert.ok(ratio - 1.5 < 0.05, `${ratio}`),
    );
    // What was answered stays.
    await assertText(page, '.said', /No\./);
    await page.keyboard.press('ArrowRight');
    await assertText(page, '.picture_picture', /it was 25 s/);
  }));

test('the world of the sandbox is opened in the console, and leads back', () =>
  visit(course, inLesson('#lesson=3&step=9'), async (page) => {
    await page.click('a:text("Open this world in the console")');
    await page.waitForSelector('#tape');
    await page.keyboard.press('3');
    await page.waitForSelector('[data-view=log]');
    await page.click('.header a:text("Back to the lesson")');
    await page.waitForSelector('.lessonTask_task');
    await assertCount(page, '#tape', 0);
  }));

test('the line is dragged, and stays beside what happened', () =>
  visit(course, inLesson('#lesson=6&step=3'), async (page) => {
    const box = await page.locator('.lineChart_lineSlider').boundingBox();
    const y = (value) => box.y + (box.height * (18 + (1 - value / 10) * 154)) / 190;
    await page.mouse.move(box.x + box.width / 2, y(9));
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, y(4), { steps: 6 });
    await page.mouse.up();
    await until(
      () => page.inputValue('.question_answerField input'),
      (seen) => assert.equal(seen, '4'),
    );
    await until(
      () => page.getAttribute('.lineChart_lineSlider', 'aria-valuenow'),
      (seen) => assert.equal(seen, '4'),
    );
    await commit(page);
    await assertText(page, '.said', /No\./);
    await until(
      () => page.$$eval('.lineChart_dragged text', (all) => all.map((one) => one.textContent)),
      (seen) => assert.deepEqual(seen, ['you said 4', 'it was 6']),
    );
  }));

test('before an answer the picture shows the load to come, and after it what was said beside what happened', () =>
  visit(course, inLesson('#lesson=6&step=1'), async (page) => {
    await assertText(
      page,
      '.picture_picture',
      /workers 0 to 12, REQUEST_COUNT 1.*to come at ep-count: 12 calls at 10 s.*ep-delay: 12 calls at 10 s/s,
    );
    for (const size of sizes) {
      await page.setViewportSize(size);
      await assertAccessible(page, `the load to come, ${size.width} wide`);
    }
    await page.setViewportSize(sizes[0]);
    await page.goto(`${page.url().split('#')[0]}#lesson=6&step=2`);
    await page.waitForSelector('.question_question');
    await assertCount(page, '.picture_span', 0);
    await page.fill('.question_answerField input', '9s');
    await commit(page);
    await assertText(page, '.picture_picture', /you said 9 s.*it was 4 s/s);
    await assertCount(page, '.picture_call', 0);
    // The next lesson is offered at the end, solved or not.
    await page.goto(`${page.url().split('#')[0]}#lesson=6&step=5`);
    await assertText(page, 'a.lesson_next', /Next lesson/);
  }));

test('time runs to the answer where motion is wanted, and tells it then', () =>
  visit(course, { ...inLesson('#lesson=3&step=1'), motion: 'no-preference' }, async (page) => {
    await page.fill('.question_answerField input', '30s');
    // All of it in one look of the page, as soon as time runs: it runs on meanwhile.
    const looked = page.waitForFunction(() => {
      const picture = document.querySelector('.picture_picture[data-running=true]');
      return picture !== null && { words: picture.textContent, isSaid: document.querySelector('.said, .picture_span') !== null };
    });
    await commit(page);
    const { words, isSaid } = await (await looked).jsonValue();
    assert.equal(isSaid, false);
    assert.doesNotMatch(words, /TIMED_OUT|now/);
    await assertText(page, '.said', /Right\./);
    await assertCount(page, '[data-running=true]', 0);
  }));

test('a task is judged by what was measured, until its goal is met', () =>
  visit(course, inLesson('#lesson=3&step=9'), async (page) => {
    await page.waitForSelector('.lessonTask_task .said');
    await assertText(page, '.lessonTask_task', /As it is, the goal is not met.*measured: max 5 min 8 s.*measured: 5/s);
    await page.fill('.lessonTask_task textarea', solution.replace('updateEndpoint', 'updateEndpont'));
    await page.click('.lessonTask_task button[type=submit]');
    await page.waitForSelector('.lessonTask_problemList li');
    await assertText(page, '.lessonTask_problemList', /'updateEndpont'/);
    await page.fill('.lessonTask_task textarea', solution);
    await page.click('.lessonTask_task button[type=submit]');
    await page.waitForSelector('.said.reveal_right');
    await assertText(page, '.lessonTask_task', /The goal is met.*measured: max/s);
    await assertCount(page, '.lessonTask_problemList li', 0);
    await page.click('a.lesson_next');
    await page.waitForSelector('.header :text("4. Purge")');
  }));

test('a lesson is gone through by keyboard alone', () =>
  visit(course, { waitFor: '.course_course' }, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let k = 0; k < 20 && !(await focused()).startsWith('Three clocks'); k++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-step]');
    const stepOf = () => page.textContent('[aria-label="Steps of the lesson"] [aria-current=step]');
    for (let k = 0; k < 9 && (await page.locator('.lessonTask_task').count()) === 0; k++) {
      if ((await page.locator('.question_option').count()) > 0) await page.keyboard.press('Space');
      else if ((await page.locator('.question_answerField').count()) > 0) await page.keyboard.type('30s');
      if ((await page.locator('.question_question').count()) > 0) {
        await page.keyboard.press('Enter');
        await page.waitForSelector('.said');
      }
      // The way on has the focus.
      const before = await stepOf();
      await page.keyboard.press('Enter');
      await until(stepOf, (step) => assert.notEqual(step, before));
      await settle(page);
    }
    await page.keyboard.type(solution);
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.said.reveal_right');
    // The line of a chart, too.
    await page.goto(`${page.url().split('#')[0]}#lesson=6&step=3`);
    await page.waitForSelector('.lineChart_lineSlider');
    await settle(page);
    for (const key of ['Home', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    await until(
      () => page.inputValue('.question_answerField input'),
      (seen) => assert.equal(seen, '2'),
    );
    await page.keyboard.press('Enter');
    await assertText(page, '.said', /No\./);
    // The keys of the console do nothing in a lesson.
    await page.keyboard.press('3');
    await settle(page);
    await assertCount(page, '.shell_tab', 0);
  }));

test('a browser that keeps nothing for the page still knows what was answered while it is open', () =>
  visit(
    makeCourse('3'),
    {
      ...inLesson('#step=1'),
      before: () => {
        Object.defineProperty(globalThis, 'localStorage', {
          get: () => {
            throw new Error('refused');
          },
        });
      },
    },
    async (page) => {
      await assertText(page, '.header', /Three clocks/);
      await page.fill('.question_answerField input', '30s');
      await commit(page);
      await page.click('a.lesson_next');
      await page.click('[aria-label="Steps of the lesson"] a:nth-child(1)');
      await assertText(page, '.said', /Right\./);
    },
  ));

const evil = '</script><script>document.title="ran"</script><img src=x onerror="document.title=\'ran\'"> \u202eevil\u0007';
const hostile = {
  title: evil,
  goal: evil,
  rules: ['job.start'],
  sources: [{ thread: 'a/b#1', says: evil }],
  scenario: {
    world: { endpoints: [{ id: 'ep-a', workers: { min: 1, max: 1 } }] },
    steps: [
      { at: '10s', act: 'run', with: { endpoint: 'ep-a', body: { input: { evil } } } },
      { at: '2m', act: 'health', with: { endpoint: 'ep-a' } },
    ],
  },
  steps: [
    {
      text: `${evil} ${'W'.repeat(3_000)}`,
      at: '5s',
      question: {
        ask: evil,
        choice: [
          { right: evil, claim: { count: 'JobStarted', is: 1 } },
          { wrong: 'W'.repeat(500), claim: { count: 'JobStarted', is: 2 }, but: evil },
        ],
        rules: ['job.start'],
        because: evil,
      },
    },
  ],
  task: {
    text: evil,
    goal: [{ count: 'JobStarted', is: 2 }],
    solution: [{ at: '20s', act: 'run', with: { endpoint: 'ep-a', body: { input: { evil } } } }],
  },
};

for (const size of sizes)
  test(`hostile texts of a lesson are shown as text: ${size.width} wide`, () =>
    visit(makeCourse(writeScenario('evil.lesson.yaml', JSON.stringify(hostile))), { size, waitFor: '[data-step]' }, async (page) => {
      const look = async () => {
        await settle(page);
        await assertHarmless(page);
      };
      await look();
      await page.click('.question_option:has-text("WWWW")');
      await commit(page);
      await look();
      await page.click('a.lesson_next');
      await page.waitForSelector('.lessonTask_task .said');
      await page.click('.lessonTask_task summary');
      await page.click('.lessonTask_task details button');
      await page.click('.lessonTask_task button[type=submit]');
      await page.waitForSelector('.said.reveal_right');
      await look();
    }));

for (const size of sizes)
  for (const theme of ['light', 'dark'])
    test(`axe finds nothing in lessons, and nothing is too wide: ${size.width}, ${theme}`, () =>
      visit(course, { size, theme, waitFor: '.course_course' }, async (page) => {
        const look = (name) => assertAccessible(page, `${name}, ${size.width} wide, ${theme}`);
        await look('list');
        await page.click('.course_course li:nth-child(3) a');
        await page.waitForSelector('.question_question');
        await look('duration');
        await page.fill('.question_answerField input', '20s');
        await commit(page);
        await look('answered');
        await page.waitForSelector('input[type=range]');
        await look('dial');
        await page.click('a.lesson_next');
        await page.waitForSelector('.question_option');
        await look('choice');
        await page.click('.question_option');
        await commit(page);
        await look('chosen');
        await page.goto(`${page.url().split('#')[0]}#lesson=6&step=3`);
        await page.waitForSelector('.lineChart_lineSlider');
        await look('line');
        await page.fill('.question_answerField input', '3');
        await commit(page);
        await look('line answered');
        await page.goto(`${page.url().split('#')[0]}#lesson=3&step=9`);
        await page.waitForSelector('.lessonTask_task .said');
        await page.click('.lessonTask_task summary');
        await look('task');
        await page.click('.header a');
        await look('list with progress');
      }));
