import { expect, test } from 'vitest';
import { definitionFrom } from '../../../adapters/testing/definition.ts';
import { settingsIssues } from '../../../engine/api/definition.ts';
import { defaultSettings } from '../../../engine/cloud/entities.ts';
import { settingRows } from '../../../engine/cloud/settings.ts';
import { listValues, settingsIn, timingNames } from '../../../engine/cloud/timing/timings.ts';
import { settingText } from '../../../engine/scenario/format/settingView.ts';
import { readSettings } from '../../../engine/simulator/definition.ts';

const value = (setting: string, given: unknown) => ({
  setting,
  value: given,
  mechanism: '',
  facts: [],
  estimator: '',
  spread: '',
  open: '',
});

test('the values of a timing are settings, several of one kind beside each other; those of a handler are none', () => {
  const lognormal = { kind: 'lognormal', medianMs: 2_000, p95Ms: 9_000 };
  expect(
    settingsIn([
      value('worker.start', lognormal),
      value('job.postDelay', 200),
      value('worker.takeEvery', 1_000),
      value('firstJob of a handler', lognormal),
    ]),
  ).toStrictEqual({
    worker: { start: lognormal, takeEvery: 1_000 },
    job: { postDelay: 200 },
  });
});

test('each value of each timing is one that its setting takes, and differs from the textbook', () => {
  const usual = new Map(settingRows().map(({ name, value: text }) => [name, text]));
  for (const name of timingNames) {
    expect(settingsIssues(settingsIn(listValues(name)))).toStrictEqual([]);
    for (const { setting, value: given } of listValues(name))
      expect([setting, settingText(setting, given)]).not.toStrictEqual([setting, usual.get(setting)]);
  }
});

test('a value is shown in the words of a scenario', () => {
  const mixture = { kind: 'mixture', parts: [{ of: { kind: 'fixed', ms: 2_000 }, weight: 7 }] };
  expect(settingText('worker.start', mixture)).toBe('{ mixture: [{ of: { fixed: 2s }, weight: 7 }] }');
  expect(settingText('worker.takeEvery', 1_500)).toBe('1s500ms');
  expect(settingText('worker.crashLoop', 3)).toBe('3');
});

test('the definition of a world names its timing, unless that is the textbook; its own settings go before', () => {
  const measured = definitionFrom({ timing: 'measured-2026-11', settings: { worker: { start: '7s' } } });
  expect([measured.timing, readSettings(measured).worker.start]).toStrictEqual(['measured-2026-11', 7_000]);
  const textbook = definitionFrom({ timing: 'textbook' });
  expect(Object.keys(textbook)).not.toContain('timing');
  expect(readSettings(textbook)).toStrictEqual(defaultSettings);
});
