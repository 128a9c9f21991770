import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertAccessible,
  assertAtEnd,
  assertCount,
  assertHarmless,
  assertMoment,
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
const inLesson = (hash) => ({ hash, waitFor: '[data-view=lesson]' });
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
    await assertText(page, '.reveal_bars', /you said\s*10s\s*it was\s*30s/);
    await assertText(page, '.reveal_reveal', /job\.timeout.*IN_PROGRESS → TIMED_OUT/s);
    await assertText(page, '.transport_clock .time', '00:00:31.000');
    await page.click('.reveal_reveal button:text("Answer again")');
    await assertText(page, '.transport_clock .time', '00:00:01.000');
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

test('no view shows what comes after the question', () =>
  visit(course, inLesson('#lesson=3&step=1'), async (page) => {
    await assertAtEnd(page);
    await until(
      () => page.$$eval('.shell_tab:not(.shell_elsewhere)', (all) => all.map((one) => one.textContent)),
      (seen) => assert.deepEqual(seen, ['Timeline', 'Now', 'Log', 'Requests', 'Lesson', 'Details']),
    );
    for (const view of ['Now', 'Log', 'Requests', 'Timeline']) {
      await page.click(`.shell_tab:text-is("${view}")`);
      await page.waitForSelector(`.shell_tab[aria-current=page]:text-is("${view}")`);
      await settle(page);
      const text = await page.evaluate(() => document.body.innerText);
      assert.doesNotMatch(text, /00:00:31|JobTimedOut|ending|COMPLETED [1-9]/, view);
    }
    await page.click('.shell_tab:text-is("Now")');
    await page.click('.chip[data-entity^="job"], .chip:has-text("job-1")');
    await page.waitForSelector('.details_found');
    await until(
      () => page.textContent('[aria-label=Beside]'),
      (seen) => assert.doesNotMatch(seen, /What comes by itself/),
    );
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

test('before an answer the stage shows the load to come, and after it what was said beside what happened', () =>
  visit(course, inLesson('#lesson=6&step=1'), async (page) => {
    await assertText(page, '[aria-label="The load to come"]', /load to come.*ep-count.*12 calls at 10s.*ep-delay.*12 calls at 10s/s);
    await assertText(page, '.now_card', /workers 0 to 12, REQUEST_COUNT 1/);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await assertAccessible(page, `the load to come, ${size.width} wide`);
    }
    await page.setViewportSize(sizes[0]);
    await page.goto(`${page.url().split('#')[0]}#lesson=6&step=2`);
    await page.waitForSelector('.question_question');
    await assertCount(page, '.tape_guess', 0);
    await page.fill('.question_answerField input', '9s');
    await commit(page);
    await until(
      () => page.locator('.tape_guess').allTextContents(),
      (seen) => assert.deepEqual(seen, ['you said 00:00:19.000', 'it was 00:00:14.000']),
    );
    await assertCount(page, '[aria-label="The load to come"]', 0);
    // The next lesson is offered at the end, solved or not.
    await page.goto(`${page.url().split('#')[0]}#lesson=6&step=5`);
    await assertText(page, 'a.lesson_next', /Next lesson/);
  }));

test('time runs to the answer where motion is wanted, and can be skipped', () =>
  visit(course, { ...inLesson('#lesson=3&step=1'), motion: 'no-preference' }, async (page) => {
    await page.fill('.question_answerField input', '30s');
    await commit(page);
    // All of it in one look of the page, as soon as time runs: it runs on meanwhile.
    const looked = await page.waitForFunction(
      () =>
        document.querySelector('[data-running]') !== null && {
          from: Number(document.querySelector('.transport_entryNumber input').value),
          to: Number(document.querySelector('#tape').getAttribute('aria-valuemax')),
          isSaid: document.querySelector('.said') !== null,
        },
    );
    const { from, to, isSaid } = await looked.jsonValue();
    assert.ok(from < to);
    assert.equal(isSaid, false);
    await page.waitForSelector('.said', { timeout: 60_000 });
    await assertMoment(page, to);
    await page.click('.reveal_reveal button:text("Answer again")');
    await page.fill('.question_answerField input', '10s');
    await commit(page);
    // The page itself presses it, in the first frame that has it: time may have run out by the time of a click from outside.
    await page.waitForFunction(() => {
      const skip = document.querySelector('[data-running] button');
      skip?.click();
      return skip !== null;
    });
    await assertText(page, '.said', /No\./);
    await assertMoment(page, to);
  }));

test('a task is judged by what was measured, until its goal is met', () =>
  visit(course, inLesson('#lesson=3&step=9'), async (page) => {
    await page.waitForSelector('.lessonTask_task .said');
    await assertText(page, '.lessonTask_task', /As it is, the goal is not met.*measured: max 5m8s.*measured: 5/s);
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
    await page.waitForSelector('[data-view=lesson]');
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
    // The line of a chart, too, and the views beside.
    await page.goto(`${page.url().split('#')[0]}#lesson=6&step=3`);
    await page.waitForSelector('.lineChart_lineSlider');
    await settle(page);
    for (const key of ['Home', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    await until(
      () => page.inputValue('.question_answerField input'),
      (seen) => assert.equal(seen, '2'),
    );
    await assertAtEnd(page);
    await page.keyboard.press('Enter');
    await assertText(page, '.said', /No\./);
    await page.keyboard.press('3');
    await page.waitForSelector('[data-view=log]');
    await page.keyboard.press('l');
    await page.waitForSelector('.lineChart_lineChart');
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
    visit(makeCourse(writeScenario('evil.lesson.yaml', JSON.stringify(hostile))), { size, waitFor: '[data-view=lesson]' }, async (page) => {
      const look = async () => {
        await settle(page);
        await assertHarmless(page);
      };
      await look();
      await page.click('.question_option:nth-of-type(2)');
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
