import { expect, test } from 'vitest';
import { computeFingerprint, EventLog } from '../../engine/kernel/log.ts';
import type { LoggedEvent } from '../../engine/kernel/logEntry.ts';
import { checkFits, LogText, logLines, withoutCheck } from '../../engine/kernel/logText.ts';
import { sha256Hex } from '../../engine/kernel/sha256.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';

const header = { podsim: { format: 4 }, definition: { seed: 'a' } };
const headerText = '{"definition":{"seed":"a"},"podsim":{"format":4}}';
const log = new EventLog<LoggedEvent & { readonly n: number }>();
for (let n = 1; n <= 3; n++) log.append((n * 10) as VirtualTime, n - 1, { type: 'Counted', n });

test('a log is a header, an entry a line, and the fingerprint; every line ends with its check', () => {
  const fingerprint = computeFingerprint(header, log.entries());
  const lines = [...logLines(header, log)];
  expect(lines.map((line) => line.replace(/"check":"[0-9a-f]{8}"/, '"check":"…"'))).toStrictEqual([
    `${headerText.slice(0, -1)},"check":"…"}`,
    '{"seq":1,"at":10,"cause":0,"type":"Counted","n":1,"check":"…"}',
    '{"seq":2,"at":20,"cause":1,"type":"Counted","n":2,"check":"…"}',
    '{"seq":3,"at":30,"cause":2,"type":"Counted","n":3,"check":"…"}',
    `{"end":3,"fingerprint":"${fingerprint}"}`,
  ]);
  const text = new LogText(header);
  expect([text.header, ...[...log.entries()].map((entry) => text.line(entry)), text.closing()]).toStrictEqual(lines);
  expect(text.fingerprint).toBe(fingerprint);
});

test('a check differs from another one, and can be removed', () => {
  const line = new LogText(header).header;
  const { check } = JSON.parse(line) as { readonly check: string };
  expect([
    checkFits(check, sha256Hex(headerText)),
    checkFits('00000000', sha256Hex(headerText)),
    checkFits(undefined, sha256Hex(headerText)),
  ]).toStrictEqual([true, false, false]);
  expect(withoutCheck(line, check)).toBe(headerText);
  expect(withoutCheck(line, '00000000')).toBe(line);
});
