import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import {
  assertFits,
  assertHarmless,
  assertText,
  draw,
  lengthOf,
  makePage,
  settle,
  sizes,
  until,
  visit,
  writeScenario,
} from './support.mjs';

const megabyte = 'W'.repeat(1_000_000);
const markup = '</script><script>document.title="ran"</script><img src=x onerror="document.title=\'ran\'"><!-- ]]>';

/** JSON is YAML: every escape of it can be written. */
const hostile = {
  title: `${markup} \u202eevil\u202c \u0007\u0000\u001b[31m`.replace('\u0000', ''),
  seed: 'hostile',
  world: {
    endpoints: [
      {
        id: 'ep-a',
        workers: { min: 1, max: 1 },
        handler: { duration: { fixed: '2s' }, outcomes: ['fail'] },
      },
    ],
  },
  steps: [
    {
      act: 'run',
      with: {
        endpoint: 'ep-a',
        body: { input: { markup, long: megabyte, rtl: '\u202e\u2067abc', lone: '\ud800x', bell: '\u0007\u001b[2J' } },
      },
    },
    ...[markup, '\u202e\u0007\u2028\ud800', 'p'.repeat(5_000)].map((job) => ({
      act: 'cancel',
      with: { endpoint: 'ep-a', job },
      expect: { status: 404 },
    })),
    {
      act: 'createPod',
      with: {
        body: {
          name: `${markup}\u202e`.slice(0, 190),
          image: 'an-image',
          env: { MARKUP: markup },
          gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1 },
        },
      },
    },
  ],
};

const page = makePage(writeScenario('hostile.scenario.yaml', JSON.stringify(hostile)));

for (const size of sizes)
  for (const view of ['timeline', 'now', 'log', 'requests'])
    test(`hostile names and texts are shown as text: ${view}, ${size.width} wide`, () =>
      visit(page, { hash: `#view=${view}`, size }, async (tab) => {
        const length = await lengthOf(tab);
        assert.ok(length > 10);
        for (let seq = 0; seq <= length; seq++) {
          await tab.fill('.transport_entryNumber input', String(seq));
          await tab.press('.transport_entryNumber input', 'Enter');
          await draw(tab);
          await assertFits(tab);
        }
        await settle(tab);
        const text = await assertHarmless(tab);
        assert.ok(text.length < 300_000, `${text.length} characters of text`);
      }));

test('a text of a megabyte is cut, and the entry as JSON too', () =>
  visit(page, { hash: '#view=log&filter=type:JobQueued' }, async (tab) => {
    await tab.click('.log_line');
    await assertText(tab, '.entry_entry h3', /JobQueued/);
    await tab.click('.entry_entry summary');
    const json = await assertText(tab, '.entry_entry pre', /"seq"/);
    assert.ok(json.length < 30_000);
    await assertFits(tab);
  }));

const encode = (data) => deflateRawSync(Buffer.from(data)).toString('base64url');
const scenario =
  'title: Linked\nseed: linked\nworld: { endpoints: [{ id: ep-a, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }] }\nsteps:\n  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }\n';
const linked = (text) => encode(JSON.stringify({ file: 'a.scenario.yaml', text, files: {} }));

// biome-ignore format: a table
const badLinks = [
  ['garbage',                       '%%%garbage',                                   /characters that no such link has/],
  ['text that is not deflated',     Buffer.from('hello').toString('base64url'),     /damaged/],
  ['a link that was cut off',       linked(scenario).slice(0, 60),                  /damaged/],
  ['JSON that is no scenario',      encode('[1,2,3]'),                              /no scenario/],
  ['files that are no texts',       encode('{"file":"a","text":"b","files":{"c":1}}'), /no texts/],
  ['a bomb',                        encode(Buffer.alloc(300_000_000)),              /unpacks to more than 4000000 bytes/],
  ['text that is no YAML',          linked('a: [b'),                                /a\.scenario\.yaml:1/],
  ['a scenario with an error',      linked('title: a\nsteps: [{ act: rum }]'),      /2:16: .*rum.*did you mean 'run'/],
];

for (const [name, link, message] of badLinks)
  test(`a link with ${name} gives a clear message`, () =>
    visit(page, { hash: `#s=${link}`, waitFor: '.shell_problems' }, async (tab) => {
      await assertText(tab, '.shell_problems', message);
      await assertFits(tab);
    }));

test('a link of ten megabytes gives a clear message', () =>
  visit(page, {}, async (tab) => {
    await tab.evaluate(() => {
      location.hash = `#s=${'A'.repeat(1_900_000)}`;
    });
    await tab.waitForSelector('.shell_problems');
    await assertText(tab, '.shell_problems', /has 1900000 characters, and at most 1000000 are read/);
  }));

test('a scenario that never ends is stopped', () => {
  const endless = `${scenario}load:\n  - { with: { endpoint: ep-a, body: { input: {} } }, closed: { users: 50, thinkTime: { fixed: 1ms } }, for: 900000h }\n`;
  return visit(page, { hash: `#s=${linked(endless)}`, waitFor: '.badge .link' }, async (tab) => {
    await tab.click('.badge .link');
    await assertText(tab, '.badge', /stopped/);
  });
});

test('a link holds the scenario and the moment, and opens on any page', () =>
  visit(page, { hash: `#s=${linked(scenario)}` }, async (tab) => {
    await tab.waitForSelector('#fingerprint');
    await assertText(tab, 'h1', /Linked/);
    await tab.keyboard.press('Home');
    for (let k = 0; k < 3; k++) await tab.keyboard.press('ArrowRight');
    const fingerprint = await tab.textContent('#fingerprint');
    await tab.click('summary:text-is("Link")');
    await tab.waitForFunction(() => document.getElementById('made-link').value !== '');
    const link = await tab.inputValue('#made-link');
    assert.match(link, /^file:.*#s=[\w-]+&.*at=3/);
    await visit(makePage('scenarios/jobs/retry-after-failure.scenario.yaml'), { hash: new URL(link).hash }, async (other) => {
      await assertText(other, '#fingerprint', fingerprint);
      await until(
        () => other.inputValue('.transport_entryNumber input'),
        (seen) => assert.equal(seen, '3'),
      );
    });
  }));
