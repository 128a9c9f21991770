import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { advance, endAll, isLive, manual, post, serving, submit } from './serving.mjs';
import {
  assertAccessible,
  assertAtEnd,
  assertCount,
  assertFits,
  assertHarmless,
  assertMoment,
  assertText,
  lengthOf,
  settle,
  sizes,
  until,
  visit,
} from './support.mjs';

/** Waits until the page shows so many entries. */
const untilEntries = (page, count) =>
  page.waitForFunction((wanted) => Number(document.querySelector('#tape')?.getAttribute('aria-valuemax') ?? 0) >= wanted, count);

test('a browser at / finds the console; a call appears as it is made; the clock is moved, and the job ends', () =>
  serving(manual, (url) =>
    visit(`${url}/`, { hash: '#view=now', waitFor: isLive }, async (page) => {
      assert.equal(new URL(page.url()).pathname, '/console');
      const { id } = await submit(url);
      await page.waitForSelector('.chips .chip:has-text("job-1")');
      await page.fill('[aria-label="How long"]', '1m');
      await page.click('[aria-label="The clock of the world"] .key:text("Advance")');
      await page.waitForSelector('[aria-label="Ended jobs"] .chip:has-text("job-1")');
      await assertText(page, '.liveBar_now', /00:01:00\.000/);
      await page.click('[aria-label="Ended jobs"] .chip');
      await page.waitForSelector('.details_found h2:has-text("COMPLETED")');
      await assertText(page, '.details_found', new RegExp(id));
      // Its command is the one for the server.
      await assertText(
        page,
        '.details_details',
        /curl http:\S+_podsim\/v1\/log -o world\.log && podsim log record world\.log -o world\.scenario\.yaml && podsim explain world\.scenario\.yaml job-1/,
      );
    }),
  ));

test('a fork and what it was forked from are compared side by side, as both live', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { hash: '#view=compare', waitFor: isLive }, async (page) => {
      await assertText(page, '.empty', /this world alone/);
      await submit(url);
      const { id } = await post(`${url}/_podsim/v1/forks`, {}, undefined);
      await page.reload();
      await page.waitForSelector(isLive);
      await assertText(page, '[aria-label="Two tapes"] [role=status]', /Both are the same up to entry \d+\./);
      await advance(url, '1m');
      await assertText(page, '[aria-label="Two tapes"] [role=status]', /, and a goes on/);
      await post(`${url}/worlds/${id}/v2/ep-demo/run`, { input: { by: 'another' } });
      await post(`${url}/worlds/${id}/_podsim/v1/clock/advance`, { by: '2m' }, undefined);
      await assertText(page, '[aria-label="Two tapes"] [role=status]', /They part at .*entry \d+: a has .*; b has /s);
      await assertText(page, '.compare_metrics', /wait p50.*spend/s);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await assertAccessible(page, `two worlds, ${size.width} wide`);
      }
      await page.click('.oneTape_oneTape canvas >> nth=1');
      await assertText(page, '.worlds_worlds summary', new RegExp(id));
    }),
  ));

test('every control shows its command, by pointer and by keyboard; a refusal is shown', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { waitFor: isLive, expects: /status of 422/ }, async (page) => {
      await page.hover('[aria-label="The clock of the world"] .key:text("Until idle")');
      await assertText(page, 'footer code', `curl ${url}/_podsim/v1/clock/advance --json '{"untilIdle":true}'`);
      await page.focus('[aria-label="The clock of the world"] .key:text("To what is next")');
      await assertText(page, 'footer code', /--json '\{"next":true\}'$/);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => !/00:00:00\.000/.test(document.querySelector('.liveBar_now').textContent));
      await page.selectOption('.liveBar_policy select', 'auto');
      await page.waitForFunction(async () => (await (await fetch('_podsim/v1/clock')).json()).policy.clock === 'auto');
      await page.fill('[aria-label="How long"]', 'soon');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.liveBar_trouble:has-text("422")');
      await page.click('.liveBar_trouble .link');
      await assertCount(page, '.liveBar_trouble', 0);
    }),
  ));

for (const size of sizes)
  test(`above the timeline of a world stand at most 120 pixels, and the clock is at hand: ${size.width} wide`, () =>
    serving(manual, (url) =>
      visit(`${url}/console`, { hash: '#view=timeline', size, waitFor: isLive }, async (page) => {
        const { y } = await page.locator('#tape').boundingBox();
        assert.ok(y <= 120, `${y} pixels`);
        if (size.width < 500) await page.click('.header summary:has-text("More")');
        const key = '[aria-label="The clock of the world"] .key:text("To what is next")';
        await until(
          () => page.getAttribute(key, 'data-command'),
          (command) => assert.match(command, /curl .*clock\/advance --json '\{"next":true\}'/),
        );
        await page.click(key);
        await page.waitForFunction(() => !/00:00:00\.000/.test(document.querySelector('.liveBar_now').textContent));
        await assertFits(page);
      }),
    ));

test('a call is made by a form or by its text, both the same; its answer and its entry appear, a refusal at its field', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { hash: '#view=change', waitFor: isLive, expects: /status of 4/ }, async (page) => {
      await page.click('[data-view=change] .key:text("Submit a job and get its id")');
      await page.fill('[data-path="body.input"]', '{"by": "hand"}');
      await assertText(page, '.callForm_command code', /curl http:\S+\/v2\/ep-demo\/run .*--json '\{"input":\{"by":"hand"\}\}'/);
      await assertText(page, '.callForm_end', /Send.*the call is made in it/);
      await page.click('.key:text("Send")');
      await assertText(page, '.answered_answered', /Done: 200.*IN_QUEUE/s);
      // The text is the form's, and the form is the text's.
      await page.click('.callForm_head label');
      await page.fill('.callForm_text', (await page.inputValue('.callForm_text')).replace('hand', 'text'));
      await page.click('.callForm_head label');
      await until(
        () => page.inputValue('[data-path="body.input"]'),
        (seen) => assert.equal(seen, '{"by":"text"}'),
      );
      // A text that cannot be read is not sent.
      await page.click('.callForm_head label');
      await page.fill('.callForm_text', 'act: rum');
      await until(
        () => page.isDisabled('.key:text("Send")'),
        (seen) => assert.ok(seen),
      );
      await assertText(page, '.callForm_form [role=alert]', /^1:6 act: /);
      await page.click('.key:text("‹ All")');
      await page.click('[data-view=change] .key:text("Change a serverless endpoint")');
      await page.fill('[data-path="body.workers.max"]', '-2');
      await page.click('.key:text("Send")');
      await assertText(
        page,
        '.field_field:has([data-path="body.workers.max"][aria-invalid=true]:focus) .field_complaint',
        /minimum: got -2, want 0/,
      );
      await assertText(page, '.answered_answered', /Refused: 422.*errors\.validation.*try again/s);
      await page.fill('[data-path="body.workers.max"]', '2');
      await assertCount(page, '.field_complaint', 0);
      await page.keyboard.press('Control+Enter');
      await assertText(page, '.answered_answered', /Done: 200/);
    }),
  ));

test('a call with a key that the page does not know asks for it', () =>
  serving([...manual, '--api-key', 'a-key-of-its-own'], (url) =>
    visit(`${url}/console`, { hash: '#view=change', waitFor: isLive }, async (page) => {
      await page.click('.key:text("Remove all waiting jobs")');
      await until(
        () => page.isDisabled('.key:text("Send")'),
        (seen) => assert.ok(seen),
      );
      await page.fill('[aria-label=Change] input[type=password]', 'a-key-of-its-own');
      await page.keyboard.press('Tab');
      await page.click('.key:text("Send")');
      await assertText(page, '.answered_answered', /Done: 200/);
      await assertCount(page, '[aria-label=Change] input[type=password]', 0);
    }),
  ));

test('what is selected is filled in: a job is cancelled, a worker crashes', () =>
  serving(manual, async (url) => {
    await advance(url, '30s');
    await submit(url);
    await visit(`${url}/console`, { hash: '#view=log', waitFor: isLive }, async (page) => {
      await page.click('.log_line:has-text("JobQueued")');
      await page.keyboard.press('End');
      await page.click('.shell_tab:text("Change")');
      await page.click('[aria-label="What is selected"] .key:text("cancel")');
      await page.click('.key:text("Send")');
      await assertText(page, '.answered_answered', /Done: 200/);
      await page.click('.shell_tab:text("Log")');
      await page.click('.log_line:has-text("JobStarted") [data-entity*="-w"], .log_line:has-text("WorkerReady")');
      await page.keyboard.press('End');
      await page.click('.shell_tab:text("Change")');
      await page.click('.key:text("‹ All")');
      await page.click('.key:text("Crash a worker")');
      await until(
        () => page.locator('[data-path="body.match.worker"] option:checked').textContent(),
        (seen) => assert.equal(seen, 'ep-demo-w1'),
      );
      await page.click('.key:text("Send")');
      await page.click('.shell_tab:text("Log")');
      await page.waitForSelector('.log_line:has-text("WorkerCrashed")');
    });
  }));

test('the course is one click away, runs without the server, and leads back', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { waitFor: isLive }, async (page) => {
      await page.click('.header a:text("Lessons")');
      await page.waitForSelector('.course_course');
      assert.equal(new URL(page.url()).pathname, '/console/lessons');
      await assertCount(page, '.course_course li', 18);
      await page.click('.course_course li:nth-child(3) a');
      await page.fill('.question_answerField input', '30s');
      await page.click('.question_question button[type=submit]');
      await page.waitForSelector('.said.reveal_right, .said:has-text("Right")');
      await page.goto(`${url}/console/lessons`);
      await assertText(page, '.course_course li:nth-child(3)', /1 right/);
      await page.click('.header a:text("Console")');
      await page.waitForSelector(isLive);
    }),
  ));

test('the menu of worlds closes by a press outside, and by Escape, which leaves the focus on it', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { hash: '#view=now', waitFor: isLive }, async (page) => {
      const isOpen = () => page.locator('.worlds_worlds[open]').count();
      await page.click('.worlds_worlds > summary');
      await until(
        () => isOpen(),
        (seen) => assert.equal(seen, 1),
      );
      await page.click('[data-view=now]');
      await until(
        () => isOpen(),
        (seen) => assert.equal(seen, 0),
      );
      await page.click('.worlds_worlds > summary');
      await page.focus('.worlds_list .chip');
      await page.keyboard.press('Escape');
      await until(
        () => isOpen(),
        (seen) => assert.equal(seen, 0),
      );
      await until(
        () => page.evaluate(() => document.activeElement.textContent),
        (seen) => assert.match(seen, /world default/),
      );
    }),
  ));

test('the past does not change: acting there forks the world', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { waitFor: isLive }, async (page) => {
      for (let k = 0; k < 3; k++) await submit(url);
      await advance(url, '1m');
      await untilEntries(page, 30);
      await page.fill('.transport_entryNumber input', '12');
      await page.keyboard.press('Enter');
      await page.click('.shell_tab:text("Change")');
      await page.click('.key:text("Remove all waiting jobs")');
      await assertText(page, '.callForm_end', /in the past of this world, which does not change/);
      await assertText(
        page,
        '.callForm_command code',
        /forks --json '\{"seq":12,"id":"then-12"\}' && curl -X POST \S+worlds\/then-12\/v2\/ep-demo\/purge-queue/,
      );
      await page.click('.key:text("Fork and send")');
      await page.waitForSelector('.worlds_worlds > summary:has-text("world-1")');
      await page.waitForSelector(isLive);
      await assertText(page, '.answered_answered', /Done: 200/);
      await page.click('.answered_answered .key:text("Compare")');
      await page.waitForSelector('.compare_metrics');
      await page.waitForFunction(() => location.hash.includes('world=world-1'));
    }),
  ));

test('the copied command of a call is answered as the call was, in a world as it was before it', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { hash: '#view=requests', waitFor: isLive }, async (page) => {
      await submit(url);
      const deleted = await fetch(`${url}/v2/serverless/ep-demo`, {
        method: 'DELETE',
        headers: { authorization: 'Bearer podsim-dev-key' },
      });
      assert.equal(deleted.status, 204);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      for (const [name, status, shape] of [
        ['deleteEndpoint', '204', /curl -X DELETE \S+worlds\/then-\d+\//],
        ['run', '200', /worlds\/then-\d+\/\S+\/run /],
      ]) {
        await page.fill('[data-view=requests] input', `operation:${name}`);
        await page.waitForFunction(() => document.querySelectorAll('.log_line').length === 1);
        await page.click('.log_line');
        await page.click('[aria-label="The call at the moment"] .copy_copy');
        const command = await until(
          () => page.evaluate(() => navigator.clipboard.readText()),
          (text) => assert.match(text, shape),
        );
        const told = command.replaceAll('curl ', "curl --silent --noproxy '*' --write-out '\\n%{http_code}\\n' ");
        const { stdout } = await promisify(execFile)('sh', ['-c', told]);
        assert.deepEqual(stdout.match(/^\d{3}$/gm), ['201', status]);
      }
    }),
  ));

test('two worlds: the other is chosen, and an address leads to it', () =>
  serving(manual, async (url) => {
    await post(`${url}/_podsim/v1/worlds`, { id: 'other', seed: 'another' }, undefined);
    await submit(`${url}/worlds/other`);
    await visit(`${url}/console`, { hash: '#view=now', waitFor: isLive }, async (page) => {
      await assertCount(page, '.chip:has-text("job-1")', 0);
      await page.click('.worlds_worlds > summary');
      await page.click('.worlds_list .chip:has-text("other")');
      await page.waitForSelector('.chip:has-text("job-1")');
      await settle(page);
      await page.waitForFunction(() => location.hash.includes('world=other'));
      await page.reload();
      await page.waitForSelector('.worlds_worlds > summary:has-text("other")');
      await page.waitForSelector('.chip:has-text("job-1")');
    });
    await visit(`${url}/worlds/other/console`, { hash: '#view=now', waitFor: isLive }, async (page) => {
      await page.waitForSelector('.chip:has-text("job-1")');
      await assertText(page, '.worlds_worlds > summary', /other/);
    });
  }));

test('a link to a moment of a served world leads there, and a scenario link plays it without the server', () =>
  serving(manual, async (url) => {
    await submit(url);
    await advance(url, '1m');
    let link = '';
    await visit(`${url}/console`, { hash: '#at=14&of=ep-demo-w1', waitFor: isLive }, async (page) => {
      await assertMoment(page, 14);
      await page.waitForSelector('.details_found h2:has-text("ep-demo-w1")');
      await page.click('.header summary:text("Link")');
      await page.waitForFunction(() => document.querySelector('#made-link').value !== '');
      link = await page.inputValue('#made-link');
    });
    assert.match(link, /#s=/);
    const [address, hash] = link.split('#');
    await visit(address, { hash: `#${hash}`, waitFor: '#fingerprint' }, async (page) => {
      await assertMoment(page, 14);
      await assertCount(page, '[aria-label="The clock of the world"]', 0);
    });
  }));

test('the control token is asked for, kept for the tab alone, and forgotten with it', () =>
  serving([...manual, '--control-token', 'open-sesame'], (url) =>
    visit(`${url}/console`, { waitFor: '#token', expects: /status of 401/ }, async (page) => {
      await page.fill('#token', 'wrong');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#token');
      await page.fill('#token', 'open-sesame');
      await page.keyboard.press('Enter');
      await page.waitForSelector(isLive);
      await page.click('[aria-label="The clock of the world"] .key:text("Advance")');
      await page.waitForFunction(() => /00:00:10/.test(document.querySelector('.liveBar_now').textContent));
      await page.hover('[aria-label="The clock of the world"] .key:text("Until idle")');
      await assertText(page, 'footer', /authorization: Bearer \$PODSIM_CONTROL_TOKEN/);
      const content = await page.content();
      assert.equal(content.includes('open-sesame'), false);
      await until(
        () => page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]),
        (seen) => assert.deepEqual(seen, [0, 0, '']),
      );
      await page.reload();
      await page.waitForSelector('#token');
    }),
  ));

test('a server that ends is told, and the page goes on when it is back', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { hash: '#view=log', waitFor: isLive, expects: /ERR_/ }, async (page) => {
      const port = new URL(url).port;
      const before = await lengthOf(page);
      await endAll();
      await page.waitForSelector('#following[data-state=away]');
      // The log that was read stays in sight.
      await until(
        () => lengthOf(page),
        (length) => assert.equal(length, before),
      );
      await serving(
        manual,
        async () => {
          await page.waitForSelector(isLive);
          await submit(url);
          await page.waitForSelector('.log_line:has-text("JobQueued")');
        },
        port,
      );
    }),
  ));

test('hostile names and texts of a live world are shown as text', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { hash: '#view=log', waitFor: isLive }, async (page) => {
      const markup = '</script><script>document.title="ran"</script><img src=x onerror="document.title=\'ran\'">';
      await submit(url, { markup, rtl: '\u202e\u2067abc', lone: '\ud800x', bell: '\u0007\u001b[2J', long: 'W'.repeat(1_000_000) });
      await page.waitForSelector('.log_line:has-text("JobQueued")');
      for (const key of ['1', '2', '3', '6', '0']) {
        await page.keyboard.press(key);
        await settle(page);
        await assertFits(page);
      }
      await assertHarmless(page);
      await assertText(page, '[aria-label=Beside]', /‹U\+202E›/);
    }),
  ));

test('500 events a second for some seconds: the page stays at the end', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { hash: '#view=now', waitFor: isLive }, async (page) => {
      const before = await lengthOf(page);
      const seconds = 6;
      // A job that is submitted, runs and ends has about seven entries.
      for (let k = 0; k < seconds * 10; k++) {
        await Promise.all(Array.from({ length: 8 }, (_, n) => submit(url, { k, n })));
        await advance(url, '3s');
        await page.waitForTimeout(60);
      }
      const { newest } = await page.evaluate(async () => ({
        newest: Number((await fetch('_podsim/v1/clock')).headers.get('x-podsim-seq')),
      }));
      await untilEntries(page, newest);
      assert.ok(newest - before > seconds * 400, `${newest - before} entries in ${seconds} s`);
      await assertAtEnd(page);
      await until(
        () => page.textContent('#following'),
        (seen) => assert.doesNotMatch(seen, /behind/),
      );
    }),
  ));

test('500 jobs a second: what the console asks for is answered, and no answer is longer for it', () =>
  serving(manual, (url) =>
    visit(`${url}/console`, { hash: '#view=now', waitFor: isLive }, async (page) => {
      const ask = async (path) => {
        const answered = await fetch(`${url}/_podsim/v1/${path}`);
        assert.equal(answered.status, 200, path);
        return answered.json();
      };
      const before = await lengthOf(page);
      const { limits } = await ask('info');
      let id = '';
      for (let batch = 0; batch < 20; batch++) {
        const submitted = await Promise.all(Array.from({ length: 50 }, (_, n) => submit(url, { batch, n })));
        id = submitted.at(-1).id;
        const { events } = await ask('events?after=0');
        assert.ok(events.length <= limits.answerItems, `${events.length} events`);
        const { next, possible } = await ask('next');
        assert.ok(next.length + possible.length <= 2 * limits.answerItems);
        const { status } = await ask(`explain/${id}`);
        assert.equal(status, 'IN_QUEUE');
        const { entities } = await ask('state?kind=job&limit=100');
        assert.ok(Object.keys(entities.job).length <= limits.answerItems);
      }
      // A job that is submitted has two entries at least: its call, and itself.
      await untilEntries(page, before + 2_000);
      await page.waitForFunction(() => !/behind/.test(document.querySelector('#following').textContent));
      await until(
        () => page.getAttribute('#following', 'data-state'),
        (seen) => assert.equal(seen, 'live'),
      );
    }),
  ));

for (const size of sizes)
  for (const theme of ['light', 'dark'])
    test(`axe finds nothing in a live console, and nothing is too wide: ${size.width}, ${theme}`, () =>
      serving(manual, async (url) => {
        await submit(url);
        await advance(url, '30s');
        await visit(`${url}/console`, { hash: '#view=now', size, theme, waitFor: isLive }, async (page) => {
          await assertAccessible(page, 'now');
          await page.click('.worlds_worlds > summary');
          await assertAccessible(page, 'worlds');
          await page.click('.worlds_worlds > summary');
          await page.keyboard.press('6');
          await assertAccessible(page, 'what could be done');
          await page.click('.key:text("Submit a job and get its id")');
          await page.click('.key:text("Send")');
          await page.waitForSelector('.answered_answered');
          await assertAccessible(page, 'a call');
          await page.click('.brand');
          await page.keyboard.press('Home');
          await assertAccessible(page, 'the past');
        });
      }));
