import { describe, expect, test } from 'vitest';
import { problemsOf, scenariosOf, scenarioText } from '../../support/worlds/playing.ts';

const takes = (duration: string) => scenarioText('', `, handler: { duration: ${duration} }`);
const place = 'world.endpoints.0.handler.duration';

describe('a distribution is read', () => {
  // biome-ignore format: a table
  test.each<[string, object]>([
    ['{ erlang: { shape: 3, mean: 5s } }',                        { kind: 'erlang', shape: 3, meanMs: 5_000 }],
    ['{ gamma: { shape: 0.5, mean: 5s }, min: 1s }',              { kind: 'gamma', shape: 0.5, meanMs: 5_000, minMs: 1_000 }],
    ['{ weibull: { shape: 1.5, scale: 5s } }',                    { kind: 'weibull', shape: 1.5, scaleMs: 5_000 }],
    ['{ pareto: { shape: 2, scale: 1s }, max: 1h }',              { kind: 'pareto', shape: 2, scaleMs: 1_000, maxMs: 3_600_000 }],
    ['{ triangular: { from: 1s, mode: 1s, to: 9s } }',            { kind: 'triangular', fromMs: 1_000, modeMs: 1_000, toMs: 9_000 }],
    ['{ hyperexponential: [{ mean: 1s, weight: 9 }, { mean: 1m }] }', { kind: 'hyperexponential', branches: [{ meanMs: 1_000, weight: 9 }, { meanMs: 60_000, weight: 1 }] }],
    ['{ bySize: { size: { fixed: 300 }, intercept: 2s, slope: 12ms, remainder: { exponential: { mean: 1s } } }, max: 1m }', {
      kind: 'bySize', size: { kind: 'fixed', value: 300 }, interceptMs: 2_000, slopeMs: 12, per: 1, remainder: { kind: 'exponential', meanMs: 1_000 }, maxMs: 60_000,
    }],
    ['{ bySize: { size: { lognormal: { median: 4, p95: 9 } }, slope: 1s, per: 1000 } }', {
      kind: 'bySize', size: { kind: 'lognormal', median: 4, p95: 9 }, interceptMs: 0, slopeMs: 1_000, per: 1_000,
    }],
  ])('%s', (written, logged) => {
    expect(scenariosOf(takes(written))[0]?.definition.endpoints[0]?.handler.duration).toStrictEqual(logged);
  });
});

describe('a distribution is refused', () => {
  // biome-ignore format: a table
  test.each([
    ['of no known kind',              '{ gama: { shape: 2, mean: 5s } }',                 ": unknown key 'gama'; did you mean 'gamma'?"],
    ['that is none',                  '{ lognormla: { median: 2s, p95: 5s } }',           ": unknown key 'lognormla'; did you mean 'lognormal'?"],
    ['of half a phase',               '{ erlang: { shape: 2.5, mean: 5s } }',             '.erlang.shape: must be a whole number, of exponential phases, from 1 to 1000'],
    ['of too many phases',            '{ erlang: { shape: 1001, mean: 5s } }',            '.erlang.shape: must be a whole number, of exponential phases, from 1 to 1000'],
    ['of no shape',                   '{ gamma: { mean: 5s } }',                          ".gamma: missing property 'shape'"],
    ['of a shape in words',           '{ gamma: { shape: 2s, mean: 5s } }',               '.gamma.shape: must be a number from 0.01 to 1000'],
    ['of a shape of nothing',         '{ gamma: { shape: 0, mean: 5s } }',                '.gamma.shape: must be a number from 0.01 to 1000'],
    ['of an infinite shape',          '{ weibull: { shape: .inf, scale: 5s } }',          '.weibull.shape: must be a number from 0.1 to 100'],
    ['of a mean without a unit',      '{ gamma: { shape: 2, mean: 5 } }',                 '.gamma.mean: must be a duration such as 500ms, 8s, 2m or 1h30m'],
    ['of a mean of nothing',          '{ erlang: { shape: 2, mean: 0s } }',               '.erlang.mean: must be longer than nothing'],
    ['by another parameter',          '{ pareto: { shape: 2, min: 5s } }',                ".pareto: unknown key 'min'"],
    ['in no order',                   '{ triangular: { from: 1s, mode: 9s, to: 2s } }',   '.triangular: from, mode and to must be in order, the shortest first'],
    ['of no branches',                '{ hyperexponential: [] }',                         '.hyperexponential: must have one branch or more'],
    ['of a branch without a mean',    '{ hyperexponential: [{ weight: 1 }] }',            ".hyperexponential.0: missing property 'mean'"],
    ['of bounds that contradict',     '{ exponential: { mean: 4s }, min: 9s, max: 5s }',  '.min: min must not be above max'],
    ['of a part of no kind',          '{ mixture: [{ of: { exponental: { mean: 5s } } }] }', ".mixture.0.of: 'exponental' is no distribution: there are fixed, uniform, exponential, lognormal, empirical, erlang,"],
    ['of a part that is nothing',     '{ mixture: [{ of: { min: 5s } }] }',               '.mixture.0.of: names no distribution: there are fixed,'],
    ['of a part that is a mixture',   '{ mixture: [{ of: { mixture: [{ of: { fixed: 3s } }] } }] }', '.mixture.0.of: is a mixture itself: give its parts here'],
    ['of a part with such bounds',    '{ mixture: [{ of: { fixed: 5s, min: 9s, max: 5s } }] }', '.mixture.0.of.min: min must not be above max'],
    ['by size without a slope',       '{ bySize: { size: { fixed: 3 } } }',               ".bySize: missing property 'slope'"],
    ['by a size that is a time',      '{ bySize: { size: { fixed: 3s }, slope: 1s } }',   '.bySize.size.fixed: must be a whole number, such as 800'],
    ['by a size of no kind',          '{ bySize: { size: { fixd: 3 }, slope: 1s } }',     ".bySize.size: 'fixd' is no distribution: there are fixed,"],
    ['by a size for each none',       '{ bySize: { size: { fixed: 3 }, slope: 1s, per: 0 } }', '.bySize.per: '],
    ['by size with such a remainder', '{ bySize: { size: { fixed: 3 }, slope: 1s, remainder: { bySize: {} } } }', ".bySize.remainder: 'bySize' is no distribution: there are fixed,"],
    ['of a branch of half a weight',  '{ hyperexponential: [{ mean: 1s, weight: 0.5 }] }', '.hyperexponential.0.weight: '],
  ])('%s', (_, written, problem) => {
    const problems = problemsOf(takes(written)).join('\n');
    expect(problems).toContain(`${place}${problem}`);
    if (written.includes('mixture')) expect(problems).not.toContain('missing property');
  });
});
