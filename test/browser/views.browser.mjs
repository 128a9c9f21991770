import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertCount, assertMoment, assertText, makePage, momentOf, settle, sizes, until, visit } from './support.mjs';

const busy = makePage('test/browser/busy.scenario.yaml');

const valuesOf = (page, chart) => page.textContent(`[data-track=${chart}] .charts_values`);

/** Where the line of the moment is drawn in each track, in pixels of the page. */
const momentsX = (page) =>
  page.$$eval('.cursor-line', (lines) =>
    lines.map((line) => Math.round(line.getBoundingClientRect().x + line.getBoundingClientRect().width / 2)),
  );

for (const [name, place] of [
  ['the whole run', ''],
  ['a range', '&range=100000-300000'],
])
  for (const size of sizes)
    test(`one moment has one x in the tape and all tracks, and so has each end: ${name}, ${size.width} wide`, () =>
      visit(busy, { hash: `#view=timeline&at=729${place}`, size }, async (page) => {
        await page.waitForSelector('[data-track=queue] canvas');
        await settle(page);
        for (const part of [0.25, 0.6]) {
          const box = await page.locator('#tape').boundingBox();
          await page.mouse.click(box.x + box.width * part, box.y + 30);
          await until(
            () => momentsX(page),
            (seen) => {
              assert.ok(seen.length >= 4, `${seen.length} tracks`);
              assert.ok(Math.max(...seen) - Math.min(...seen) <= 1, `the moment is at ${seen}`);
            },
          );
        }
        const rooms = await page.$$eval('#tape, .ruler_ruler, .charts_plotOver, .rowsTrack_over', (all) =>
          all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right].map(Math.round)),
        );
        for (const room of rooms) assert.deepEqual(room, rooms[0]);
      }));

test('ticks of the ruler are round, and none lies over another', () =>
  visit(busy, { hash: '#view=timeline&at=729' }, async (page) => {
    await page.waitForSelector('.ruler_tick');
    const ticks = await page.$$eval('.ruler_tick', (all) =>
      all.map((one) => ({ text: one.textContent, left: one.getBoundingClientRect().left, right: one.getBoundingClientRect().right })),
    );
    assert.deepEqual(
      ticks.map(({ text }) => text).filter((text) => text !== ''),
      ['00:00:00', '00:02:00', '00:04:00', '00:06:00'],
    );
    for (const [k, { left }] of ticks.entries()) assert.ok(k === 0 || left >= (ticks[k - 1]?.right ?? 0));
  }));

test('a drag on a track chooses a range, a click moves the moment, and the wheel zooms around the pointer', () =>
  visit(busy, { hash: '#view=timeline&at=1' }, async (page) => {
    await page.waitForSelector('[data-track=queue] canvas');
    const rangeOf = () => page.evaluate(() => /range=(\d+)-(\d+)/.exec(location.hash)?.slice(1).map(Number) ?? []);
    const drag = async (selector, from, to) => {
      const box = await page.locator(selector).first().boundingBox();
      await page.mouse.move(box.x + box.width * from, box.y + 30);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, box.y + 30, { steps: 5 });
      await page.mouse.up();
    };
    await drag('[data-track=queue] .charts_plotOver', 0.2, 0.8);
    const first = await until(rangeOf, (range) => assert.equal(range.length, 2));
    await drag('[data-track=lanes] .rowsTrack_over', 0.75, 0.25);
    const second = await until(rangeOf, (range) => assert.ok(range[1] - range[0] < 0.6 * (first[1] - first[0]), `${range}`));
    assert.ok(second[0] > first[0] && second[1] < first[1]);
    const before = await momentOf(page);
    const box = await page.locator('[data-track=queue] .charts_plotOver').boundingBox();
    await page.mouse.click(box.x + box.width * 0.5, box.y + 30);
    await until(
      () => momentOf(page),
      (moment) => assert.notEqual(moment, before),
    );
    const tape = await page.locator('#tape').boundingBox();
    await page.mouse.move(tape.x + tape.width / 2, tape.y + 30);
    await page.mouse.wheel(0, -200);
    await until(rangeOf, (range) => assert.ok(range[1] - range[0] < second[1] - second[0]));
    await page.click('[title="Show the whole run"]');
    await until(rangeOf, (range) => assert.deepEqual(range, []));
  }));

test('charts show what the other views show at the moment', () =>
  visit(busy, { hash: '#view=now&at=729' }, async (page) => {
    const queued = (
      await page.$$eval('.now_card .now_numbers', (all) => all.map((one) => Number(one.querySelector('dd').textContent)))
    ).reduce((a, b) => a + b);
    await page.keyboard.press('1');
    await page.waitForSelector('[data-track=queue] canvas');
    await until(
      () => valuesOf(page, 'queue'),
      (seen) => assert.match(seen, new RegExp(`jobs queued ${queued}\\b`)),
    );
    await page.selectOption('[aria-label="Only of this endpoint"]', 'ep-image');
    await settle(page);
    await until(
      () => valuesOf(page, 'queue'),
      (seen) => assert.doesNotMatch(seen, new RegExp(`jobs queued ${queued}\\b`)),
    );
    await page.click('[data-view=timeline] .twin_twin summary');
    await assertText(page, '[data-table=charts]', /moment 00:03:33\.766/);
    // The lines are really painted, in the colors of the theme.
    const colors = () =>
      page.$eval('[data-track=queue] canvas', (canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(Array.from({ length: data.length / 4 }, (_, k) => (data[k * 4] << 16) | (data[k * 4 + 1] << 8) | data[k * 4 + 2]))
          .size;
      });
    await until(colors, (painted) => assert.ok(painted > 10));
  }));

test('the diagram follows an entity through its life, and its statuses are reached by keyboard', () =>
  visit(busy, { hash: '#at=401&of=job-60' }, async (page) => {
    await page.click('.details_details summary:text("Its lifecycle")');
    await assertText(page, '.diagramDrawing_node.diagramDrawing_current', /IN_QUEUE/);
    await page.keyboard.press('ArrowRight');
    await settle(page);
    await assertText(page, '.diagramDrawing_node.diagramDrawing_current', /IN_PROGRESS/);
    await assertCount(page, '.diagramDrawing_edge[data-look=taken]', 1);
    const open = await page.locator('.diagramDrawing_edge[data-look=open]').count();
    assert.ok(open >= 4);
    await assertText(page, '.diagramExits_exits', /JobFailed.*by itself at 00:02:07\.995/s);
    // What the timer announces happens then.
    await page.keyboard.press(']');
    await settle(page);
    await assertText(page, '.diagramDrawing_node.diagramDrawing_current', /FAILED/);
    await assertText(page, '.transport_clock .time', '00:02:07.995');
    const names = [];
    for (let k = 0; k < 60; k++) {
      await page.keyboard.press('Tab');
      names.push(await page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? ''));
      if (names.at(-1).startsWith('IN_QUEUE')) break;
    }
    assert.match(names.at(-1), /IN_QUEUE, it was here: waits for a worker/);
    await page.keyboard.press('Enter');
    await assertText(page, '.diagram_words', /What its lifecycle allows from there.*JobStarted/s);
    await page.click('.diagram_words .link:has-text("#379")');
    await settle(page);
    await assertMoment(page, 379);
  }));

test('details of a job begin with where its time went, and say what would have shortened it, and lead to the run that shows it', () =>
  visit(busy, { hash: '#at=729&of=job-100' }, async (page) => {
    await assertText(
      page,
      '.waterfall_sentence',
      /^Waited 25\.2 s: 15\.8 s no capacity for a worker, 6\.46 s behind 2 others, 3 s cold start of ep-chat-w2\. Ran 3\.88 s\. COMPLETED\.$/,
    );
    await assertText(
      page,
      '.waterfall_phases',
      /no capacity.*15\.8 s.*cold start.*3 s.*behind others.*job-95.*job-98.*6\.46 s.*run.*3\.88 s/s,
    );
    await page.click('.waterfall_phases .link >> nth=-1');
    await assertMoment(page, 698);
    await page.click('[data-view=details] .key:has-text("Play the run")');
    await assertText(
      page,
      '.waterfall_gains',
      /one more worker at most.*(earlier|later|no sooner).*one more worker always up.*(earlier|later|no sooner)/s,
    );
    const said = await page.textContent('.waterfall_gains tr:first-child td');
    await page.click('.waterfall_gains .key >> nth=0');
    await assertText(page, '[aria-label=Branches]', /updateEndpoint at/);
    // The branch is the run that was measured.
    await page.waitForSelector('#fingerprint');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('job-100');
    await page.keyboard.press('Enter');
    const by = Number(/([\d.]+) s (?:earlier|later)/.exec(said)?.[1] ?? 0);
    const tookOf = async () =>
      [...(await page.textContent('.waterfall_sentence')).matchAll(/(?:Waited|Ran) ([\d.]+) s/g)].reduce(
        (sum, [, s]) => sum + Number(s),
        0,
      );
    await until(tookOf, (took) => assert.ok(Math.abs(took - (29.1 + (said.includes('later') ? by : -by))) < 1.1, `${took}`));
  }));

test('a table is sorted by its heads, and copied as CSV as it stands; the log and the calls are copied as they are filtered', () =>
  visit(busy, { hash: '#view=timeline&at=729' }, async (page) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        window.copied = text;
      };
    });
    const copied = () => page.evaluate(() => window.copied);
    await page.click('.timeline_room + .twin_twin summary');
    const statuses = () =>
      page.$$eval('[data-table=hosts] tbody tr td:nth-of-type(2)', (all) => all.map((one) => one.textContent.replace(/^\W+/, '')));
    await page.focus('[data-table=hosts] .sheet_sort:text("status")');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.twin_twin th[aria-sort=ascending]:has-text("status")');
    const up = await until(statuses, (seen) => assert.deepEqual(seen, [...seen].sort()));
    await page.keyboard.press('Enter');
    await until(statuses, (seen) => assert.deepEqual(seen, [...up].sort().reverse()));
    await page.click('[data-table=hosts] .copy_copy');
    await until(copied, (text) => {
      const [head, first] = text.split('\r\n');
      assert.equal(head, 'name,host,status,since (ms),at once,jobs');
      assert.equal(first.split(',')[2], up.at(-1));
    });
    await page.keyboard.press('3');
    await page.fill('#filter', 'type:InputRefused job.expired');
    await page.waitForFunction(() => /^1 of/.test(document.querySelector('[data-view=log] [role=status]').textContent));
    await page.click('[data-view=log] .copy_copy');
    await until(copied, (text) =>
      assert.match(text, /^entry,at \(ms\),entity,event,rule,what\r\n\d+,240000,,InputRefused,job\.expired,.*\r\n$/),
    );
    await page.keyboard.press('Escape');
    await page.click('.shell_tab:text("Requests")');
    await page.fill('[data-view=requests] input', 'no-such-job');
    await page.waitForFunction(() => document.querySelectorAll('.log_line').length === 1);
    await page.click('[data-view=requests] .copy_copy');
    await until(copied, (text) =>
      assert.match(text, /^at \(ms\),client,status,call,rule,why\r\n240000,dev,404,cancel ep-chat no-such-job,job\.expired,/),
    );
  }));

test('a print is a report of one page a section, light in a dark theme, and nothing of it stays', () =>
  visit(busy, { hash: '#view=now&at=729&of=job-100', theme: 'dark' }, async (page) => {
    await page.evaluate(() => {
      addEventListener('beforeprint', () =>
        Promise.resolve().then(() => {
          const [report] = document.getElementsByClassName('report_report');
          const inks = (canvas) =>
            new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
          window.printed = {
            titles: [...(report?.querySelectorAll('.report_page > h2') ?? [])].map((one) => one.textContent),
            inks: [...(report?.querySelectorAll('canvas') ?? [])].map(inks),
            color: report === undefined ? '' : getComputedStyle(report).color,
          };
        }),
      );
    });
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    const { titles, inks, color } = await page.evaluate(() => window.printed);
    assert.deepEqual(titles.slice(1), [
      'Lanes',
      'Charts',
      'The fleet at 00:03:33.766',
      'Faults, failures and refusals',
      'Why job-100 is as it is',
    ]);
    assert.equal(pdf.match(/\/Type\s*\/Page\b(?!s)/g).length, titles.length);
    assert.ok(inks.length >= 5 && inks.every((count) => count > 3), `painted: ${inks}`);
    assert.equal(color, 'rgb(27, 29, 32)');
    await assertCount(page, '.report_report', 0);
  }));

test('what is due comes when it is due', () =>
  visit(busy, { hash: '#at=729' }, async (page) => {
    const first = page.locator('.next_due tbody tr').first();
    const [time, name] = [await first.locator('.time').textContent(), await first.locator('.chip').textContent()];
    await first.locator('.chip').click();
    await assertText(page, '.details_found h2', new RegExp(name));
    await page.keyboard.press('Escape');
    await first.locator('.link').click();
    await settle(page);
    await assertText(page, '.transport_clock .time', time);
  }));

test('each possible action has its command, to copy', () =>
  visit(busy, { hash: '#at=415&of=job-60' }, async (page) => {
    await page.click('.details_details summary:text("What can come")');
    await assertText(
      page,
      '.acts_acts',
      /retry.*curl -X POST http:\/\/127\.0\.0\.1:8787\/worlds\/then-415\/v2\/ep-chat\/retry\/[\w-]+ -H 'authorization: Bearer podsim-dev-key'/s,
    );
    await page.click('.acts_acts .key');
    await page.waitForSelector('.acts_acts .key:text("copied")');
  }));

test('a refused call leads to its rule, and to why', () =>
  visit(busy, { hash: '#view=requests&at=1' }, async (page) => {
    await page.waitForFunction(() => !/awaited/.test(document.querySelector('[data-view=requests] [role=status]').textContent));
    await page.fill('[data-view=requests] input', 'refused status:404');
    await page.waitForFunction(() => document.querySelectorAll('.log_line').length === 1);
    await assertText(page, '.log_line', /00:04:00\.000.*dev.*404.*cancel ep-chat no-such-job.*job\.expired/s);
    await page.click('.log_line');
    await settle(page);
    await assertText(page, '.transport_clock .time', '00:04:00.000');
    await assertText(page, '[aria-label="The call at the moment"]', /POST \/v2\/ep-chat\/cancel\/no-such-job.*404.*job\.expired.*curl/s);
    await assertText(page, '[aria-label=Beside] .entry_entry', /InputRefused/);
    await page.fill('[data-view=requests] input', 'operation:run status:200');
    await page.focus('.virtualRows_room');
    await page.keyboard.press('ArrowDown');
    await settle(page);
    await assertText(page, '.details_found h2', /job-\d+.*IN_(QUEUE|PROGRESS)/);
    await assertText(page, '[aria-label="The call at the moment"]', /200.*"status":"IN_QUEUE"/s);
  }));

test('a control names the command that does the same, for a pointer and for the focus', () =>
  visit(busy, { hash: '#at=729' }, async (page) => {
    await page.hover('[aria-label="Entry after"]');
    await assertText(page, 'footer', /podsim log show test\/browser\/busy\.scenario\.yaml --seq 730/);
    await page.focus('#tape');
    await assertText(page, 'footer', /--seq 729/);
    await page.focus('[aria-label="Speed"]');
    await assertText(page, 'footer', /podsim serve .*--speed 60/);
  }));

test('a range of time is chosen by a drag with Shift: tape, charts and numbers show it, its window moves it, and the address has it', () =>
  visit(busy, { hash: '#view=timeline&at=1' }, async (page) => {
    await page.waitForSelector('[data-track=queue] canvas');
    const timesOf = () => page.$$eval('.ruler_tick', (all) => all.map((one) => one.textContent).filter((text) => text !== ''));
    const numbersOf = () => page.textContent('.range_numbers');
    const [whole, numbers] = [await timesOf(), await numbersOf()];
    const box = await page.locator('#tape').boundingBox();
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + box.width * 0.4, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 30, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await until(timesOf, (times) => {
      assert.ok(times[0] > whole[0] && times.at(-1) < whole.at(-1), `${times} is no part of ${whole}`);
    });
    await until(numbersOf, (seen) => assert.notEqual(seen, numbers));
    await assertText(page, '.range_numbers', /wait p50.*(\+|−)\d+/s);
    const chosen = await timesOf();
    await until(
      () => page.evaluate(() => location.hash),
      (hash) => assert.match(hash, /range=\d+-\d+/),
    );
    const map = await page.locator('.range_minimap').boundingBox();
    await page.mouse.move(map.x + map.width / 2, map.y + 4);
    await page.mouse.down();
    await page.mouse.move(map.x + map.width / 2 + 20, map.y + 4, { steps: 4 });
    await page.mouse.up();
    await until(timesOf, (times) => assert.ok(times[0] > chosen[0], `${times[0]} is not after ${chosen[0]}`));
    await page.selectOption('[aria-label="Range"]', 'all');
    await until(timesOf, (times) => assert.deepEqual(times, whole));
    await assertCount(page, '.range_minimap', 0);
  }));

/** Where the views begin, and the box of each number of the range with those of its texts. */
const layoutOf = (page) =>
  page.evaluate(() => {
    const boxOf = (one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height, text: one.textContent };
    };
    return {
      views: document.querySelector('section[aria-label=Views]').getBoundingClientRect().y,
      changes: document.querySelectorAll('.range_change').length,
      numbers: [...document.querySelectorAll('.range_number')].map((one) => ({
        ...boxOf(one),
        parts: [...one.querySelectorAll('dt, dd, dd > *')].map(boxOf),
      })),
    };
  });

const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

for (const size of sizes)
  test(`a range that is chosen shows the change of each number beside it, and leaves the views where they are: ${size.width} wide`, () =>
    visit(busy, { hash: '#view=timeline&at=729', size }, async (page) => {
      const before = await until(
        () => layoutOf(page),
        ({ numbers }) => assert.ok(numbers.length > 3),
      );
      await page.selectOption('[aria-label="Range"]', '60000');
      const { views, numbers } = await until(
        () => layoutOf(page),
        ({ changes }) => assert.ok(changes > 3),
      );
      // A narrow window has a line for the map, and as many more as the changes take.
      const lines = size.width < 500 ? 3 : 0;
      assert.ok(Math.abs(views - before.views) <= lines * lineHeight, `the views moved by ${views - before.views}`);
      for (const [k, number] of numbers.entries()) {
        assert.ok(number.height <= lineHeight, `${number.text} is ${number.height} high`);
        for (const part of number.parts) {
          assert.ok(part.height <= lineHeight && part.width > 0 && part.text !== '', `${part.text} is ${part.width} by ${part.height}`);
          assert.ok(part.x >= number.x && part.x + part.width <= number.x + number.width + 1, `${part.text} leaves its number`);
        }
        for (const other of numbers.slice(k + 1)) assert.ok(!overlap(number, other), `${number.text} lies over ${other.text}`);
      }
    }));

const lineHeight = 24;

test('Ctrl K finds an entity by a part of its name, a rule, a request and an entry, and goes there by keyboard', () =>
  visit(busy, { hash: '#view=timeline&at=0' }, async (page) => {
    const find = async (words) => {
      await page.keyboard.press('Control+k');
      await page.waitForSelector('[aria-label="Find anything"] input:focus');
      await page.keyboard.type(words);
      await assertText(page, '#found [aria-selected=true]', /./);
    };
    await find('train');
    await assertText(page, '#found', /cluster.*train/s);
    await page.keyboard.press('Enter');
    await assertText(page, '.details_found h2', /train/);
    await find('job-60');
    await assertText(page, '#found [aria-selected=true]', /entity.*job-60/s);
    await page.keyboard.press('Enter');
    await assertText(page, '.details_found h2', /job-60/);
    await find('job.expired');
    await page.keyboard.press('Enter');
    await until(
      () => page.inputValue('#filter'),
      (filter) => assert.equal(filter, 'rule:job.expired'),
    );
    await find('cancel no-such-job');
    await assertText(page, '#found [aria-selected=true]', /request.*404/s);
    await page.keyboard.press('Enter');
    await assertText(page, '[aria-label="The call at the moment"]', /POST \/v2\/ep-chat\/cancel\/no-such-job/);
    await find('#415');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await assertMoment(page, 415);
    // What happened leads to the log, with the details beside it.
    await find('crash');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-view=log]');
    await page.waitForSelector('[data-view=details]');
    await find('timeline');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-track=queue] canvas');
    // It is closed by Escape, and what is not there is not found.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('no such thing');
    await assertText(page, '[aria-label="Find anything"] [role=status]', /Nothing found/);
    await page.keyboard.press('Escape');
    await assertCount(page, '[aria-label="Find anything"]', 0);
  }));

test('an endpoint, a host and a status narrow the lanes, the fleet, the charts and the tape, and the address has them', () =>
  visit(busy, { hash: '#view=timeline&at=729' }, async (page) => {
    await page.click('.timeline_room + .twin_twin summary');
    const lanes = () => page.locator('[data-table=hosts] tbody tr').allTextContents();
    const whole = await until(lanes, (rows) => assert.ok(rows.length > 3));
    const legend = () => page.textContent('.tape_legend');
    const [before, numbers] = [await legend(), await page.textContent('.range_numbers')];
    await page.selectOption('[aria-label="Only of this endpoint"]', 'ep-image');
    await until(lanes, (rows) => {
      assert.ok(rows.length > 0 && rows.length < whole.length);
      assert.ok(rows.every((row) => row.includes('ep-image')));
    });
    await until(legend, (text) => assert.notEqual(text, before));
    await until(
      () => page.textContent('.range_numbers'),
      (text) => assert.notEqual(text, numbers),
    );
    await page.keyboard.press('2');
    await assertCount(page, '.now_card', 1);
    await page.selectOption('[aria-label="Only of this endpoint"]', '');
    await page.selectOption('[aria-label="Only of this host"]', 'ada-2');
    await assertCount(page, '.hosts_host', 1);
    await assertText(page, '.hosts_host', /ada-2/);
    await assertText(page, '.tape_legend', /in progress, \d+ at most/);
    const hashOf = () => page.evaluate(() => location.hash);
    await until(hashOf, (hash) => assert.match(hash, /host=ada-2$/));
    await page.selectOption('[aria-label="Only of this status"]', 'RUNNING');
    await page.keyboard.press('1');
    await assertText(page, '[data-track=workers]', /RUNNING/);
    await assertText(page, '[data-view=timeline]', /known by endpoint, not by host or status/);
    await until(hashOf, (hash) => assert.match(hash, /host=ada-2&status=RUNNING/));
    await page.goBack();
    await until(
      () => page.inputValue('[aria-label="Only of this status"]'),
      (value) => assert.equal(value, ''),
    );
  }));

test('Back undoes a view, a selection and a range, and Forward does them again; a moment is no step', () =>
  visit(busy, { hash: '#view=now&at=729' }, async (page) => {
    const viewOf = () => page.textContent('section[aria-label=Views] .shell_tab[aria-current=page]');
    const hashOf = () => page.evaluate(() => location.hash);
    await until(hashOf, (hash) => assert.match(hash, /view=now/));
    await page.keyboard.press('ArrowRight');
    await until(hashOf, (hash) => assert.match(hash, /at=730/));
    await page.click('.now_card .chip');
    await until(hashOf, (hash) => assert.match(hash, /of=/));
    await page.keyboard.press('4');
    await until(hashOf, (hash) => assert.match(hash, /view=requests/));
    await page.selectOption('[aria-label="Range"]', '60000');
    await until(hashOf, (hash) => assert.match(hash, /range=60000/));
    await page.goBack();
    await until(
      () => page.inputValue('[aria-label="Range"]'),
      (value) => assert.equal(value, 'all'),
    );
    await until(viewOf, (view) => assert.equal(view, 'Requests'));
    await page.goBack();
    await until(viewOf, (view) => assert.equal(view, 'Now'));
    await assertCount(page, '.now_card .chip[aria-pressed=true]', 1);
    await page.goBack();
    await assertCount(page, '.now_card .chip[aria-pressed=true]', 0);
    await assertMoment(page, 730);
    await page.goForward();
    await assertCount(page, '.now_card .chip[aria-pressed=true]', 1);
  }));

test('what the lanes show is saved as a picture, of either kind', () =>
  visit(busy, { hash: '#view=timeline&at=729' }, async (page) => {
    for (const [name, begin] of [
      ['Save picture', '<svg '],
      ['Save picture as PNG', '\u0089PNG'],
    ]) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const saved = await coming;
      assert.match(saved.suggestedFilename(), /^a-busy-afternoon.*\.(svg|png)$/);
      const text = readFileSync(await saved.path(), 'latin1');
      assert.ok(text.startsWith(begin));
    }
  }));

test('a page that opens says what it shows and where to begin, until a first step', () =>
  visit(busy, {}, async (page) => {
    await assertText(
      page,
      '.opening_line',
      /A run of 8 min.*the first call is refused that no step expects: run of ep-image, 503 fault.window.*entries.*first fault or failure/s,
    );
    await page.click('.opening_line button:text("the beginning")');
    await assertCount(page, '.opening_line', 0);
    await assertMoment(page, 0);
  }));
