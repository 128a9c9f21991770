import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { playAllInPage } from './pageFingerprints.mjs';
import { makePage, visit } from './support.mjs';

const files = readdirSync('scenarios', { recursive: true }).filter((name) => name.endsWith('.scenario.yaml')).length;

test('every scenario of the repository comes to the same log in the page as in Node', () =>
  visit(makePage('scenarios'), {}, async (page) => {
    const runs = await page.evaluate(playAllInPage);
    assert.ok(runs.length >= files, `only ${runs.length} runs of ${files} files`);
    assert.deepEqual(
      runs.filter(({ known, fingerprint }) => known !== fingerprint),
      [],
    );
  }));
