import { describe, expect, test } from 'vitest';
import { entities, kinds } from '../../../engine/cloud/entities.ts';
import { settingRows } from '../../../engine/cloud/settings.ts';
import type { Setting } from '../../../engine/kernel/settings.ts';
import { parseSettings } from '../../../engine/scenario/format/settingText.ts';

const all = kinds.flatMap((kind) =>
  Object.entries(entities[kind].settings as Readonly<Record<string, Setting<unknown>>>).map(([key, setting]) => ({ kind, key, setting })),
);

/** For each unit: texts that are a value, with the value, and texts that are none. */
const texts: Readonly<
  Record<Setting<unknown>['unit'], { readonly good: readonly (readonly [string, unknown])[]; readonly bad: readonly string[] }>
> = {
  duration: {
    good: [
      ['1500ms', 1_500],
      ['1h30m', 5_400_000],
    ],
    bad: ['', '5', '-5s', 'soon', '5 s', '1.0005s', 'true'],
  },
  count: {
    good: [
      ['0', 0],
      ['20', 20],
      ['1000000', 1_000_000],
    ],
    bad: ['', '-1', '1.5', '1000001', '1e3', 'many', '0x10', '5s'],
  },
  percent: {
    good: [
      ['0', 0],
      ['100', 100],
    ],
    bad: ['', '-1', '101', '1.5', '5 %', '5s'],
  },
  statuses: {
    good: [
      ['200', [200]],
      ['500,200', [500, 200]],
    ],
    bad: ['', '99', '600', '200,', '200;500', 'OK'],
  },
  durations: {
    good: [
      ['none', []],
      ['5s', [5_000]],
      ['5s,15s', [5_000, 15_000]],
    ],
    bad: ['5', '5s,', '5s;15s', '5s, 15s', 'soon'],
  },
  choice: { good: [], bad: ['', 'AUTO', 'nonsense', '0'] },
};

test('every setting there is can be given as a text', () => {
  expect(all.map(({ kind, key }) => `${kind}.${key}`)).toStrictEqual(settingRows().map(({ name }) => name));
  expect(all.length).toBeGreaterThan(40);
});

describe.each(all.map((one) => [`${one.kind}.${one.key}`, one] as const))('%s', (_, { kind, key, setting }) => {
  const { good, bad: wrong } = texts[setting.unit];
  // What is not zero has one bad text more, and one good text less.
  const bad = setting.least === 1 ? [...wrong, ...good.filter(([, value]) => value === 0).map(([text]) => text)] : wrong;
  const values = [
    ...good.filter(([, value]) => value !== 0 || setting.least !== 1),
    ...(setting.choices ?? []).map((choice) => [choice, choice] as const),
  ];

  test('takes what is a value of its kind, and no other setting changes', () => {
    expect(values.length).toBeGreaterThan(1);
    for (const [text, value] of values) {
      expect(parseSettings([`${kind}.${key}=${text}`])).toStrictEqual({ _tag: 'Right', right: { [kind]: { [key]: value } } });
    }
  });

  test('takes nothing else, and says what it takes', () => {
    for (const text of bad) {
      const words = new RegExp(`^${kind}\\.${key} takes (a duration|durations|a whole number|HTTP statuses|one of) ?.*; got '${text}'$`);
      expect(parseSettings([`${kind}.${key}=${text}`])).toStrictEqual({ _tag: 'Left', left: expect.stringMatching(words) });
    }
  });
});

test('several are laid over each other, the last of the same name on top', () => {
  expect(parseSettings(['job.ttl=1h', 'pod.start=1s', 'job.retriesMax=3', 'job.ttl=2h'])).toStrictEqual({
    _tag: 'Right',
    right: { job: { ttl: 7_200_000, retriesMax: 3 }, pod: { start: 1_000 } },
  });
  expect(parseSettings([])).toStrictEqual({ _tag: 'Right', right: {} });
});

// biome-ignore format: a table
test.each([
  ['job.streamshape=envelope',      'there is no setting job.streamshape; did you mean \'job.streamShape\'? (engine/FIDELITY.md lists all)'],
  ['streamShape.job=envelope',      'there is no setting streamShape.job; did you mean \'job.streamShape\'? (engine/FIDELITY.md lists all)'],
  ['jobs.ttl=1h',                   'there is no setting jobs.ttl; did you mean \'job.ttl\'? (engine/FIDELITY.md lists all)'],
  ['__proto__.constructor=1',       'there is no setting __proto__.constructor; engine/FIDELITY.md lists all'],
  ['job.toString=1',                'there is no setting job.toString; engine/FIDELITY.md lists all'],
  ['job.ttl',                       "'job.ttl' is not a setting: write it as kind.name=value, such as job.streamShape=array"],
  ['=5',                            "'=5' is not a setting: write it as kind.name=value, such as job.streamShape=array"],
  ['',                              "'' is not a setting: write it as kind.name=value, such as job.streamShape=array"],
  ['job.ttl=5',                     "job.ttl takes a duration with its unit, such as 500ms, 8s or 1h30m; got '5'"],
  ['account.queueWindow=0s',        "account.queueWindow takes a duration longer than 0 s with its unit, such as 500ms, 8s or 1h30m; got '0s'"],
  ['job.streamShape=list',          "job.streamShape takes one of auto, array, envelope; got 'list'"],
  ['job.webhookTries=a few',        "job.webhookTries takes a whole number from 0 to 1000000; got 'a few'"],
  ['job.webhookAnswers=200,OK',     "job.webhookAnswers takes HTTP statuses from 100 to 599, joined by commas, such as 500,200; got '200,OK'"],
])('of %s it is said: %s', (text, words) => {
  expect(parseSettings(['pod.start=1s', text])).toStrictEqual({ _tag: 'Left', left: words });
});
