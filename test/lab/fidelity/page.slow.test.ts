import { describe, expect, test } from 'vitest';
import { fidelityPageHtml } from '../../../adapters/cli/fidelity/page/page.ts';
import { plotSeries } from '../../../adapters/cli/fidelity/page/seriesPlot.ts';
import { plotValues } from '../../../adapters/cli/fidelity/page/valuePlot.ts';
import { assess, buildReport, type JudgedValue } from '../../../engine/lab/fidelity/index.ts';
import { observations } from '../../support/observations.ts';

const some = observations.filter(({ spec }) => ['T027', 'T047', 'T043', 'T126', 'T052'].includes(spec.fact));
const choice = { timing: 'measured-2026-11', seeds: 2, leavesOut: false } as const;
const assessment = assess(some, choice);
const report = buildReport({ ...choice, without: [], observations: some, assessment });
const html = fidelityPageHtml(report, some);

describe('the page', () => {
  test('has a plot for each fact, with words for readers who cannot see it', () => {
    for (const { fact } of assessment.own) expect(html).toContain(`<figure id="${fact}">`);
    expect(html.match(/<svg [^>]*role="img"/g)?.length).toBeGreaterThan(4);
    expect(html).toMatch(/aria-label="wall&#\d+;?|aria-label="wall_clock: seen 25\.2s, plays /);
    expect(html).toContain('own work');
  });

  test('asks for nothing beyond itself, runs no script, and has no style but its own sheet', () => {
    expect(html).not.toMatch(/<script|https?:(?!\/\/www\.w3\.org)|style="/);
    expect(html).toContain('content-security-policy');
  });

  test('has texts of observations as texts', () => {
    const facts = assessment.own.map((one) => ({ ...one, title: '<script>alert(1)</script>' }));
    expect(fidelityPageHtml({ ...report, ways: report.ways.map((way) => ({ ...way, facts })) }, some)).not.toContain('<script>');
  });
});

const value = (changed: Partial<JudgedValue>): JudgedValue => ({
  what: 'w',
  unit: 's',
  kind: 'observed',
  observed: [5_000],
  as: '',
  predicted: { median: 4_000, low: 2_000, high: 8_000 },
  error: -0.2,
  within: 1,
  among: 1,
  ...changed,
});

describe('a plot', () => {
  test('marks what was seen outside the band by another shape', () => {
    expect(plotValues([value({})])).not.toContain('outside');
    expect(plotValues([value({ observed: [9_000], within: 0 })]).match(/outside/g)).toHaveLength(1);
    expect(plotValues([value({ observed: [1_000, 5_000, 9_000], within: 1, among: 3 })]).match(/outside/g)).toHaveLength(2);
  });

  test('draws values of one kind on one axis, and nothing where no play shows any', () => {
    expect(plotValues([value({}), value({ unit: 'ms' }), value({ unit: 'ratio' })]).match(/<svg/g)).toHaveLength(2);
    const { predicted: _, ...unshown } = value({});
    expect(plotValues([unshown])).toBe('');
  });

  test('of a series has a row for each count', () => {
    const polled = some.find(({ spec }) => spec.fact === 'T047');
    const judgments = assessment.own.find(({ fact }) => fact === 'T047')?.judgments ?? [];
    expect(polled === undefined ? '' : plotSeries(judgments, polled)).toMatch(/workers\.running<\/text>/);
    expect(polled === undefined ? 'none' : plotSeries([], polled)).toBe('');
  });
});
