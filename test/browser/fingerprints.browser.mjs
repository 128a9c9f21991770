import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { makePage, visit } from './support.mjs';

const files = readdirSync('scenarios', { recursive: true }).filter((name) => name.endsWith('.scenario.yaml')).length;

test('every scenario of the repository comes to the same log in the page as in Node', () =>
  visit(makePage('scenarios'), {}, async (page) => {
    const { runs, others } = await page.evaluate(async () => {
      const data = JSON.parse(document.getElementById('podsim-data').textContent);
      const script = [...document.scripts].at(-1).textContent;
      const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
      const played = (request) =>
        new Promise((done) => {
          worker.onmessage = ({ data: said }) => {
            if (said.type === 'ended') done(said.outcome.fingerprint);
            if (said.type === 'failed') done(said.problems.join(' '));
          };
          worker.postMessage({ type: 'play', run: request });
        });
      const others = [];
      let runs = 0;
      for (const { runs: known, ...scenario } of data.scenarios)
        for (const { index, fingerprint } of known) {
          const own = await played({ scenario, index });
          runs += 1;
          if (own !== fingerprint) others.push(`${scenario.file} ${index}: ${own}, and not ${fingerprint}`);
        }
      return { runs, others };
    });
    assert.ok(runs >= files, `only ${runs} runs of ${files} files`);
    assert.deepEqual(others, []);
  }));
