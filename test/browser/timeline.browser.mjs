import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertCount, assertMoment, assertText, makePage, momentOf, settle, sizes, until, visit } from './support.mjs';

const busy = makePage('test/browser/busy.scenario.yaml');
const at729 = '#view=timeline&at=729';

const readRange = (page) => page.evaluate(() => /range=(\d+)-(\d+)/.exec(location.hash)?.slice(1).map(Number) ?? []);

/** The window of the second fault of the file, in ms. */
const outage = [180_000, 300_000];

for (const size of sizes)
  test(`what stands above the timeline takes at most 120 pixels, and each control there names its command: ${size.width} wide`, () =>
    visit(busy, { hash: at729, size }, async (page) => {
      const { y } = await page.locator('#tape').boundingBox();
      assert.ok(y <= 120, `${y} pixels`);
      if (size.width < 500) await page.click('.header summary:has-text("More")');
      for (const control of ['.header summary:has-text("passes")', '#fingerprint', 'summary:text-is("Link")']) {
        await page.waitForSelector(control);
        await until(
          () => page.getAttribute(control, 'data-command'),
          (command) => assert.match(command, /podsim/, control),
        );
      }
      await page.click('#times');
      await assertText(page, '#times + .popup', /textbook/);
      await page.click('[aria-label^=Help]');
      await assertText(page, '[aria-label="Keys and signs"]', /W\s*zoom in about the moment.*\.\s*next thing in the track/s);
    }));

test('a job is one bar: a pointer on it says where its time went, a click selects it, and the table has it', () =>
  visit(busy, { hash: '#view=timeline&at=0' }, async (page) => {
    const canvas = page.locator('[data-track=bars] canvas');
    const { x, y } = await canvas.boundingBox();
    // The first row of the first endpoint is busy from the first job on.
    const { left, width } = await page.$eval('[data-track=bars] .rowsTrack_over', (over) => over.getBoundingClientRect().toJSON());
    await page.mouse.move(left + width * 0.02, y + 8);
    await assertText(page, '.rowsTrack_said', /^job-1: Waited [\d.]+ s.*Ran .*COMPLETED\.$/);
    await page.mouse.click(left + width * 0.02, y + 8);
    await assertText(page, '.details_found h2', /job-1.*IN_QUEUE/);
    // What stands left of the bars is their endpoint.
    await page.mouse.click(x + 20, y + 8);
    await assertText(page, '.details_found h2', /ep-chat/);
    await page.click('[data-view=timeline] .twin_twin summary');
    await assertText(page, '[data-table=jobs] tbody tr', /job-1.*ep-chat.*COMPLETED.*00:00:0/);
    await assertText(page, '[data-table=jobs] caption', /the first 200 of \d+/);
    await assertText(page, '[data-track=bars] .track_values', /and \d+ more/);
    // Of a part of the run all have a row.
    await page.goto(`${page.url().split('#')[0]}#view=timeline&at=0&range=60000-70000`);
    await until(
      () => page.textContent('[data-track=bars] .track_values'),
      (text) => assert.doesNotMatch(text, /more/),
    );
  }));

test('rows that are scrolled are where they are drawn', () =>
  visit(busy, { hash: at729 }, async (page) => {
    const rows = page.locator('[data-track=bars] .rowsTrack_height');
    // Half of the rows of the first endpoint are above the window.
    await page.$eval('.timeline_room', (room) => {
      room.scrollTop = document.querySelector('[data-track=bars] .rowsTrack_height').offsetTop + 64;
    });
    await settle(page);
    const { x, y } = await rows.boundingBox();
    await page.mouse.click(x + 20, y + 7 * 16 + 8);
    await assertText(page, '.details_found h2', /ep-chat/);
    await page.mouse.click(x + 20, y + 8 * 16 + 8);
    await assertText(page, '.details_found h2', /ep-image/);
  }));

test('the parts and the end of a job are painted in their colors', () =>
  visit(busy, { hash: '#view=timeline&at=729&of=job-60' }, async (page) => {
    await page.keyboard.press('f');
    await until(
      () => readRange(page),
      (range) => assert.equal(range.length, 2),
    );
    await settle(page);
    const painted = await page.$eval('[data-track=bars] canvas', (canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let k = 0; k < data.length; k += 4) if (data[k + 3] > 80) seen.add([data[k], data[k + 1], data[k + 2]].join());
      return [...seen];
    });
    // Waiting is lighter, which makes its color a mixture: of the others there are pixels of the very color.
    for (const [name, color] of Object.entries({ runs: '22,105,166', failed: '179,38,30', done: '26,111,51' }))
      assert.ok(painted.includes(color), `${name}: ${painted.length} colors`);
  }));

test('W and S zoom about the moment, A and D move, F fits what is selected', () =>
  visit(busy, { hash: at729 }, async (page) => {
    const press = async (key, check) => {
      await page.keyboard.press(key);
      return until(() => readRange(page), check);
    };
    const zoomed = await press('w', (range) => assert.equal(range.length, 2));
    const moved = await press('d', (range) => assert.ok(range[0] > zoomed[0]));
    assert.equal(moved[1] - moved[0], zoomed[1] - zoomed[0]);
    await press('a', (range) => assert.deepEqual(range, zoomed));
    await press('s', (range) => assert.deepEqual(range, []));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('job-60');
    await page.keyboard.press('Enter');
    await assertText(page, '.details_found h2', /job-60/);
    const fitted = await press('f', (range) => assert.equal(range.length, 2));
    const [, queued, ended] = /(\d+)-(\d+)/.exec(fitted.join('-')).map(Number);
    assert.ok(queued > 60_000 && ended < 200_000, `${fitted}`);
    // In a field they are letters.
    await page.keyboard.press('/');
    await page.keyboard.type('wsad');
    await until(
      () => page.inputValue('#filter'),
      (text) => assert.equal(text, 'wsad'),
    );
    await until(
      () => readRange(page),
      (range) => assert.deepEqual(range, fitted),
    );
  }));

test('full stop and comma go from thing to thing in the track that has the focus', () =>
  visit(busy, { hash: at729 }, async (page) => {
    const nameOf = () => page.textContent('.details_found h2');
    await page.focus('[data-track=bars] .track_trackKey');
    await page.keyboard.press('.');
    const first = await until(nameOf, (name) => assert.match(name, /^\W*job-\d+/));
    await page.keyboard.press('.');
    await until(nameOf, (name) => assert.notEqual(name, first));
    await page.keyboard.press(',');
    await until(nameOf, (name) => assert.equal(name, first));
    const before = await momentOf(page);
    // A click on a track gives it the focus, too.
    const { x, y, width } = await page.locator('[data-track=queue] .charts_plotOver').boundingBox();
    await page.mouse.click(x + width * 0.9, y + 20);
    await until(
      () => momentOf(page),
      (moment) => assert.ok(moment > before),
    );
    const clicked = await momentOf(page);
    await page.keyboard.press('.');
    await until(
      () => momentOf(page),
      (moment) => assert.ok(moment > clicked),
    );
    await page.focus('#tape');
    await page.keyboard.press('Home');
    await page.keyboard.press('.');
    // The first mark is a fault that begins.
    await assertMoment(page, 7);
  }));

test('tape, jobs, hosts and charts are folded and pinned, and stay so', () =>
  visit(busy, { hash: at729 }, async (page) => {
    await page.waitForSelector('[data-track=spend] canvas');
    const order = () => page.$$eval('.timeline_room [data-track]', (all) => all.map((one) => one.dataset.track));
    await until(order, (ids) => assert.deepEqual(ids.slice(0, 3), ['queue', 'bars', 'lanes']));
    await page.click('[aria-label="pin Hosts"]');
    await until(order, (ids) => assert.deepEqual(ids.slice(0, 3), ['lanes', 'queue', 'bars']));
    for (const id of ['tape', 'queue', 'bars', 'lanes', 'spend']) {
      await assertCount(page, `[data-track=${id}] canvas`, 1);
      await page.click(`[data-track=${id}] .track_trackKey`);
      await assertCount(page, `[data-track=${id}] canvas`, 0);
    }
    // The tape is a line that can be dragged all the same.
    const { x, y, width, height } = await page.locator('#tape').boundingBox();
    assert.ok(height < 20, `${height} high`);
    await page.mouse.click(x + width / 2, y + height / 2);
    await until(
      () => momentOf(page),
      (moment) => assert.notEqual(moment, 729),
    );
    await page.click('[aria-label="unpin the tape"]');
    await page.keyboard.press('2');
    await page.waitForSelector('[data-view=now]');
    await assertCount(page, '#tape', 0);
    await page.keyboard.press('1');
    await assertCount(page, '#tape', 1);
    await until(order, (ids) => assert.equal(ids[0], 'lanes'));
    for (const id of ['tape', 'queue', 'bars', 'lanes', 'spend']) await assertCount(page, `[data-track=${id}] canvas`, 0);
  }));

test('a fault is a band over all tracks', () =>
  visit(busy, { hash: at729 }, async (page) => {
    await page.waitForSelector('[data-track=spend] canvas');
    await settle(page);
    const end = 480_000;
    const shades = await page.$$eval(
      '.timeline_room [data-track] canvas',
      (all, [inside, outside]) =>
        all.map((canvas) => {
          const style = getComputedStyle(canvas);
          const [gutter, edge] = ['--gutter', '--edge'].map((name) => Number.parseFloat(style.getPropertyValue(name)));
          const { data, width, height } = canvas.getContext('2d').getImageData(0, 10, canvas.width, canvas.height - 18);
          // The emptiest pixel of a column has only what stands behind all.
          const shadeAt = (place) => {
            const x = Math.round((gutter + place * (canvas.clientWidth - gutter - edge)) * devicePixelRatio);
            return Math.min(...Array.from({ length: height }, (_, y) => data[(y * width + x) * 4 + 3]));
          };
          return { id: canvas.closest('[data-track]').dataset.track, inside: shadeAt(inside), outside: shadeAt(outside) };
        }),
      [(outage[0] + outage[1]) / 2 / end, 0.93],
    );
    assert.ok(shades.length >= 5, `${shades.length} tracks`);
    for (const { id, inside, outside } of shades) assert.ok(inside > outside + 20, `${id}: ${inside} in the fault, ${outside} out of it`);
  }));
