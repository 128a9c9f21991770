import { expect, test } from 'vitest';
import { choice, count, duration, listDefaults, statuses } from '../../engine/kernel/settings.ts';
import { seconds } from '../../engine/kernel/time.ts';

const table = {
  patience: duration(seconds(30), 'job.worker-lost', 'how long it waits'),
  tries: count(3, 'job.worker-lost', 'how often it tries'),
  manner: choice(['fixed', 'wait'], 'job.worker-lost', 'how it waits'),
  answers: statuses([500, 200], 'webhook.delivery', 'what it hears'),
};

test('the values of a table of settings are its defaults; of a choice, the first', () => {
  expect(listDefaults(table)).toStrictEqual({ patience: 30_000, tries: 3, manner: 'fixed', answers: [500, 200] });
});

test('a setting says its unit, its rule and what it is about', () => {
  expect(table.patience).toStrictEqual({ default: 30_000, unit: 'duration', rule: 'job.worker-lost', about: 'how long it waits' });
  expect(table.tries).toStrictEqual({ default: 3, unit: 'count', rule: 'job.worker-lost', about: 'how often it tries' });
  expect(table.answers).toStrictEqual({ default: [500, 200], unit: 'statuses', rule: 'webhook.delivery', about: 'what it hears' });
  expect(table.manner).toStrictEqual({
    default: 'fixed',
    unit: 'choice',
    rule: 'job.worker-lost',
    about: 'how it waits',
    choices: ['fixed', 'wait'],
  });
});
