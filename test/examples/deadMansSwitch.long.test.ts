import { describe, expect, test } from 'vitest';
import { podsimProcess } from '../support/bundle.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
const ways = ['session-dies', 'shut-down-inside', 'key-may-only-read', 'create-times-out', 'stop-is-not-terminate'] as const;

/** What is said of a watchdog that comes six hours after a GPU was forgotten in one of the ways. */
const played = (way: (typeof ways)[number], watchdog: 'watchdog' | 'watchdog.mended', runs: number) => {
  const examples = 'test/examples/dead-mans-switch';
  const command = `'${process.execPath}' ${examples}/forget.mjs ${way} '${process.execPath}' ${examples}/${watchdog}.mjs`;
  const world = ['--world', `scenarios/dead-mans-switch/${way}.scenario.yaml`];
  const asked = ['--exec', command, '--property', 'no-orphans', '--may-give-up', '1/1', '--runs', String(runs), ...world];
  return podsimProcess(['explore', ...asked, '--out', folder.at(`${way}-${watchdog}`)]);
};

describe.each(ways)('a GPU that is forgotten as in %s', (way) => {
  test('is left by a watchdog that stops one pod and believes every answer, and the report says at what price', () => {
    const { code, out } = played(way, 'watchdog', 1);
    expect(code).toBe(1);
    const price = way === 'key-may-only-read' ? '10.96' : way === 'create-times-out' ? '(?:10.96|0.67)' : '0.67';
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`which still exists at 06:0\\d:00\\.000 and costs \\$${price} a day`));
  });

  test('is ended, or named, by one that looks again', () => {
    const { code, out } = played(way, 'watchdog.mended', 3);
    expect([code, out]).toEqual([0, expect.stringContaining('nothing broke')]);
    if (way === 'key-may-only-read') expect(out.replaceAll(/\s+/g, ' ')).toContain('the client gave up in 3');
  });
});
