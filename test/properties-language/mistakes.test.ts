import { describe, expect, test } from 'vitest';
import { problemText } from '../../engine/scenario/format/problem.ts';
import { problemsOf, scenariosOf, scenarioText, submit } from '../support/worlds/playing.ts';

const text = (properties: string): string => scenarioText(`steps: [${submit}]\nproperties:\n${properties}`);

describe('a mistake in a property has a place, and the nearest name', () => {
  // biome-ignore format: a table
  test.each<[string, string, string]>([
    ['an unknown kind',              '  - { allways: endpoint ep-a has 1 worker }',                       "unknown key 'allways'; did you mean 'always'?"],
    ['an unknown event',             '  - never: JobFailled',                                             "'JobFailled' is neither an event type nor a condition such as `job $job is FAILED`; did you mean 'JobFailed'?"],
    ['an unknown status',            '  - sometimes: job $job is DONE',                                   'a job is never DONE'],
    ['an unknown kind of entity',    '  - always: { count: jobb, is: 1 }',                                "'jobb' is not an event type or a kind of entity; did you mean 'job'?"],
    ['an unknown status of a count', '  - always: { count: job, in: [IN_QEUE], is: 1 }',                  "a job is never IN_QEUE; did you mean 'IN_QUEUE'?"],
    ['an event in a status',         '  - always: { count: JobFailed, in: FAILED, is: 1 }',               'JobFailed is an event: it has no status'],
    ['a state with fields',          '  - { never: job $job is FAILED, where: { a: 1 } }',                '`where` goes with the type of an event'],
    ['an event of another entity',   '  - { within: 1s, from: JobQueued, to: PodCreated }',               'PodCreated does not name a job, which JobQueued is about'],
    ['an event of no entity',        '  - { within: 1s, from: InputReceived, to: JobQueued }',            'InputReceived is about no entity'],
    ['a bare number',                '  - settles: 10',                                                   'must be a duration'],
    ['a pattern',                    "  - { never: JobFailed, where: { error: { matches: '(' } } }",      'is not a regular expression'],
    ['the same name twice',          '  - never: JobFailed\n  - never: JobFailed',                        "another property is named 'never JobFailed'; give one of them another `name`"],
  ])('%s', (_, properties, words) => {
    const problems = problemsOf(text(properties));
    expect(problems.join('\n')).toContain(words);
    expect(problems[0]).toMatch(/^(?:8|9|10):\d+: properties\.[01]/);
  });

  // biome-ignore format: a table
  test.each<[string, string, RegExp]>([
    ['a variable that nothing saves',  '  - { never: JobFailed, of: $jobb }',                             /\$jobb is never saved; did you mean '\$job'\?/],
    ['an endpoint that is not there',  '  - always: endpoint ep-b has 1 worker',                          /there is no endpoint 'ep-b'/],
    ['an owner that is not there',     '  - always: { count: job, of: ep-b, is: 1 }',                     /there is no endpoint 'ep-b'/],
    ['a field that no event has',      '  - sometimes: { event: JobFailed, where: { eror: x } }',         /JobFailed has no field 'eror'; did you mean 'error'\?/],
    ['a field of a step of a goal',    '  - reachable: [JobQueued, { event: JobFailed, where: { eror: x } }]', /properties\.0\.reachable\.1\.where\.eror: JobFailed has no field/],
    ['a comparison that is none',      '  - always: { count: job, is: { atMost: 3 } }',                   /unknown operator 'atMost'/],
    ['a bill that is no number',       '  - always: { metric: bill, is: { lt: 5s } }',                    /can never be met/],
  ])('the linter sees %s', (_, properties, words) => {
    const findings = scenariosOf(text(properties)).flatMap((one) => one.findings.map(problemText));
    expect(findings.join('\n')).toMatch(words);
  });
});
