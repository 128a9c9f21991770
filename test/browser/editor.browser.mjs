import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertCount,
  assertFits,
  assertHarmless,
  assertText,
  makePage,
  momentOf,
  nextFingerprint,
  settle,
  sizes,
  until,
  visit,
  writeScenario,
} from './support.mjs';

const busy = makePage('test/browser/busy.scenario.yaml');
const fresh = makePage();

/** Puts the caret behind a text of the editor. */
const after = async (page, text) => {
  const line = page.locator('.cm-line', { hasText: text }).first();
  await line.click();
  await page.keyboard.press('End');
};

/** The link that the page makes; it takes a moment. */
const linkOf = async (page) => {
  await page.click('summary:text-is("Link")');
  await page.waitForFunction(() => document.getElementById('made-link')?.value !== '');
  return page.inputValue('#made-link');
};

/** Pastes a text over all that is there. */
const writeAll = async (page, text) => {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.locator('.cm-content').evaluate((content, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
};

const scenario = `title: Written here
seed: here
world:
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }
  - { when: job $job is COMPLETED, within: 5m }
assert:
  - { sequence: [JobQueued, JobStarted, JobCompleted], of: $job }
`;

test('a scenario is written, broken, mended, run, and shared', () =>
  visit(fresh, {}, async (page) => {
    await assertText(page, '.cm-content', /A job is queued, runs, and completes/);
    await writeAll(page, scenario.replace('steps:', 'stepz:'));
    await page.waitForSelector('.editor_checked');
    await assertText(page, '.editor_checked', /1 error.*6:1.*unknown key 'stepz'; did you mean 'steps'/s);
    await assertCount(page, '.cm-lint-marker-error', 1);
    const before = await page.textContent('#fingerprint');
    await page.click('.bar .main');
    await settle(page);
    await until(
      () => page.textContent('#fingerprint'),
      (seen) => assert.equal(seen, before, 'what is wrong is not run'),
    );
    // Run has led to the error.
    await assertText(page, '.cm-activeLine', /stepz/);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('s');
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => document.querySelector('h1').textContent.includes('Written here'));
    const fingerprint = await nextFingerprint(page, before);
    await assertText(page, '[aria-label=Result]', /passes/);
    const link = await linkOf(page);
    await visit(busy, { hash: new URL(link).hash }, async (other) => {
      await assertText(other, '#fingerprint', fingerprint);
      await assertText(other, '.cm-content', /Written here/);
      await assertText(other, '[aria-label=Result]', /passes/);
    });
    // The address is such a link, too.
    await page.waitForFunction(() => location.hash.includes('s='));
  }));

test('an assertion that fails is shown with the value that was seen, and leads to its line and to its entry', () =>
  visit(fresh, {}, async (page) => {
    await writeAll(page, scenario.replace('{ fixed: 2s }', '{ fixed: 2s }, outcomes: [fail]').replace('COMPLETED', 'FAILED'));
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.result_failures');
    await assertText(page, '[aria-label=Result]', /fails.*10:17.*expected"JobCompleted"seen"JobFailed"/s);
    await assertText(page, '.result_compared', /nearest.*entry \d+/s);
    await page.click('.result_failures .link.number');
    await assertText(page, '.cm-activeLine', /sequence/);
    await page.click('.result_failures .link:has-text("show entry")');
    await settle(page);
    await assertText(page, '[aria-label=Beside] .entry_entry', /Job/);
  }));

test('a file that the scenario includes is edited beside it, checked at its line, and played', () => {
  writeScenario('small.world.yaml', 'endpoints:\n  - { id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }\n');
  const text = scenario.replace(/world:\n.*\n.*\n/, 'world: { include: small.world.yaml }\n');
  return visit(makePage(writeScenario('including.scenario.yaml', text)), { hash: '#view=change&change=scenario' }, async (page) => {
    await assertText(page, '[aria-label=Result]', /passes/);
    await page.selectOption('.bar select.editor_file', { index: 1 });
    await page.waitForSelector('.cm-content[aria-label="Included file"]');
    await writeAll(page, 'endpoints:\n  - { id: ep-a, workrs: { min: 1 } }\n');
    await page.waitForSelector('.editor_checked');
    await assertText(page, '.editor_checked', /1 error.*2:.*'workrs'/s);
    await assertCount(page, '.cm-lint-marker-error', 1);
    // From the scenario, Run leads to the error in the other file.
    await page.selectOption('.bar select.editor_file', { index: 0 });
    await page.waitForSelector('.cm-content[aria-label="Scenario"]');
    await page.click('.bar .main');
    await page.waitForSelector('.cm-content[aria-label="Included file"]');
    await assertText(page, '.cm-activeLine', /workrs/);
    await writeAll(
      page,
      'endpoints:\n  - { id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 3s }, outcomes: [fail] } }\n',
    );
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('.result_failures');
    const { hash } = new URL(await linkOf(page));
    await visit(fresh, { hash }, async (other) => {
      await other.waitForSelector('.result_failures');
      await assertCount(other, '.bar select.editor_file option', 2);
    });
  });
});

test('keys, operations and names are completed', () =>
  visit(busy, { hash: '#view=change&change=scenario' }, async (page) => {
    await after(page, 'save: { cluster: id }');
    await page.keyboard.press('Enter');
    await page.keyboard.type('exp');
    await page.waitForSelector('.cm-tooltip-autocomplete');
    await assertText(page, '.cm-tooltip-autocomplete li[aria-selected]', /expect/);
    await settle(page);
    await page.keyboard.press('Enter');
    await assertText(page, '.cm-activeLine', /^ {4}expect: $/);
    await page.keyboard.press('Escape');
    await page.click('.key:text("Revert")');
    await until(
      () => page.textContent('.cm-content'),
      (seen) => assert.doesNotMatch(seen, /expect: $/m),
    );
  }));

test('the keys of the page are text in the editor, and Tab leaves it', () =>
  visit(fresh, {}, async (page) => {
    await after(page, 'title:');
    await page.keyboard.type(' 123 /?');
    await assertText(page, '.cm-activeLine', / 123 \/\?/);
    await assertCount(page, 'dialog', 0);
    await page.keyboard.press('Tab');
    await until(
      () => page.evaluate(() => document.activeElement.matches('[data-code]')),
      (seen) => assert.equal(seen, false),
    );
  }));

test('acting in the past makes a branch, which is compared and shared', () =>
  visit(busy, { hash: '#view=timeline&at=729' }, async (page) => {
    const before = await page.textContent('#fingerprint');
    await page.click('.shell_tab:text("Change")');
    await page.click('.key:text("Change a serverless endpoint")');
    await assertText(
      page,
      '[data-view=change]',
      /printf %s '\{"at":"3m33s767ms",.* && podsim log compare .*--change change\.yaml.*curl -X PATCH http:\/\/127\.0\.0\.1:8787\/worlds\/then-729\/v2\/serverless\/ep-chat/s,
    );
    await page.fill('[data-path="body.workers.max"]', '9');
    await page.click('.key:text("Branch")');
    const branched = await nextFingerprint(page, before);
    await assertText(page, '[aria-label=Branches]', /the run.*updateEndpoint at 00:03:33.767/s);
    await until(
      () => momentOf(page),
      (moment) => assert.ok(moment > 700),
    );
    await page.click('[aria-label=Branches] .key');
    await page.waitForSelector('.compare_metrics');
    await assertText(page, '[aria-label="Two tapes"]', /They part at 00:03:33\.767, entry 730/);
    await assertText(page, '.compare_metrics', /delayTime\.p50.*bill/s);
    await assertText(page, '[data-view=compare] .block', /the first difference is entry 730/);
    // A branch of the branch; the trail leads back.
    await page.waitForFunction(() => location.hash.includes('s='));
    await page.click('.shell_tab:text("Change")');
    await page.click('.key:text("‹ All")');
    await page.click('.key:text("Remove all waiting jobs")');
    await page.click('.key:text("Branch")');
    await assertCount(page, '[aria-label=Branches] li', 3);
    const fingerprint = await nextFingerprint(page, branched);
    const link = await linkOf(page);
    assert.ok(link.length < 3_000, `${link.length} characters`);
    await page.keyboard.press('Escape');
    await page.click('[aria-label=Branches] .link:has-text("the run")');
    await page.waitForFunction((was) => document.querySelector('#fingerprint')?.textContent === was, before);
    await assertText(page, '[aria-label=Branches]', /2 other branches/);
    await visit(fresh, { hash: new URL(link).hash }, async (other) => {
      await assertText(other, '#fingerprint', fingerprint);
      await assertText(other, '[aria-label=Branches]', /the run.*updateEndpoint at.*purgeQueue at/s);
    });
  }));

test('a change that is refused says so at its field, and gives way to the next', () =>
  visit(busy, { hash: '#view=change&at=729' }, async (page) => {
    await page.click('.key:text("Change a serverless endpoint")');
    await page.fill('[data-path="body.workers.max"]', '-2');
    await page.click('.key:text("Branch")');
    await assertText(page, '.field_complaint', /minimum: got -2, want 0/);
    await assertText(page, '.answered_answered', /Refused: 422/);
    await page.fill('[data-path="body.workers.max"]', '9');
    await page.click('.key:text("Branch")');
    await assertText(page, '.answered_answered', /Done/);
    await assertCount(page, '[aria-label=Branches] li', 2);
    await assertText(page, '[aria-label=Branches]', /updateEndpoint at 00:03:33.767/);
    await assertCount(page, '[aria-label="Other branches"]', 0);
    // The editor has not been loaded.
    await until(
      () => page.evaluate(() => globalThis.podsimEditor === undefined),
      (absent) => assert.ok(absent),
    );
  }));

test('webhooks fail by a setting, which has a form, too', () =>
  visit(busy, { hash: '#view=change&at=729' }, async (page) => {
    await page.fill('[aria-label="What to do"]', 'webhooks');
    await page.keyboard.press('Enter');
    await until(
      () => page.inputValue('[data-path="job.webhookAnswers.0"]'),
      (seen) => assert.equal(seen, '500'),
    );
    await page.click('.key:text("Branch")');
    await assertText(page, '.answered_answered', /Done/);
    await assertText(page, '[aria-label=Branches]', /settings at/);
  }));

test('two runs of a page are compared, and a click opens one at a moment', () =>
  visit(
    makePage('scenarios/jobs/retry-after-failure.scenario.yaml', 'test/browser/busy.scenario.yaml'),
    { hash: '#view=compare' },
    async (page) => {
      await page.waitForSelector('.compare_metrics');
      const a = await page.locator('[aria-label="Two tapes"] canvas').first().boundingBox();
      await page.mouse.click(a.x + a.width / 2, a.y + 20);
      await page.waitForSelector('#fingerprint[data-same=true]');
      await assertCount(page, '.compare_metrics', 1);
    },
  ));

const markup = '</script><img src=x onerror="document.title=\'ran\'">';

for (const size of sizes)
  test(`hostile texts stay text in the editor, the forms and the comparison: ${size.width} wide`, () => {
    const text = JSON.stringify({
      title: `${markup}\u202e\u0007`,
      seed: 'hostile',
      world: { endpoints: [{ id: 'ep-a', workers: { min: 1, max: 1 } }] },
      steps: [
        { act: 'run', with: { endpoint: 'ep-a', body: { input: { markup, rtl: '\u202e\u2067abc', long: 'W'.repeat(300_000) } } } },
        {
          act: 'createPod',
          with: {
            body: { name: `${markup}\u202e`, image: 'an-image', env: { MARKUP: markup }, gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 } },
          },
        },
      ],
      assert: [{ never: 'JobQueued' }, { sequence: ['JobFailed'], of: markup }],
    });
    return visit(fresh, { size }, async (page) => {
      await writeAll(page, text);
      await page.keyboard.press('Control+Enter');
      await page.waitForSelector('.result_failures');
      await assertFits(page);
      await page.keyboard.press('Escape');
      await page.locator('.brand').click();
      await page.click('.key:text("A call or a fault")');
      await page.click('.key:text("Change a pod")');
      await assertFits(page);
      await page.click('.key:text("Branch")');
      await page.waitForSelector('[aria-label=Branches]');
      await page.waitForSelector('#fingerprint');
      await assertFits(page);
      await page.click('[aria-label=Branches] .key');
      await page.waitForSelector('.compare_metrics');
      await assertHarmless(page);
    });
  });

test('a link with changes that cannot be read gives a clear message', async () => {
  const { deflateRawSync } = await import('node:zlib');
  const linked = (changes) =>
    deflateRawSync(Buffer.from(JSON.stringify({ file: 'a.scenario.yaml', text: scenario, files: {}, changes }))).toString('base64url');
  for (const [changes, message] of [
    [['at: soon\nact: run\n'], /change 1:1:5: at: /],
    [['<img src=x>'], /change 1:1:/],
    ['x', /its changes are no list of texts/],
  ])
    await visit(fresh, { hash: `#s=${linked(changes)}&view=timeline`, waitFor: '.shell_problems' }, async (page) => {
      await assertText(page, '.shell_problems', message);
      await assertFits(page);
    });
});
