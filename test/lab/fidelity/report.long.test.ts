import { describe, expect, test } from 'vitest';
import { compareWithKept, updateKept } from '../../../adapters/cli/fidelity/kept.ts';
import { readObservations } from '../../../adapters/cli/fidelity/observations.ts';
import { fidelityText } from '../../../adapters/cli/fidelity/text.ts';
import { readText } from '../../../adapters/cli/files.ts';
import {
  type Assessment,
  assess,
  buildReport,
  compareWithFirst,
  type FactReport,
  type FidelityReport,
  fidelityReportJsonSchema,
  findWorse,
  type Judged,
  type Mechanism,
} from '../../../engine/lab/fidelity/index.ts';
import { schemaComplaints } from '../../support/contract/jsonSchema.ts';
import { Folder } from '../../support/folder.ts';
import { observations } from '../../support/observations.ts';

/** The short form of `podsim fidelity`: fewer plays, the same seeds each time. Its figures are kept, too. */
const seeds = 8;
const measured = { timing: 'measured-2026-12', seeds, leavesOut: true } as const;
const judged: Judged = { timing: 'measured-2026-12', seeds, without: [], observations, assessment: assess(observations, measured) };
const textbook: Judged = {
  ...judged,
  timing: 'textbook',
  seeds: 1,
  assessment: assess(observations, { timing: 'textbook', seeds: 1, leavesOut: false }),
};
const report: FidelityReport = { ...buildReport(judged), kept: compareWithKept(judged) };
const none = { worse: [], better: [], missing: [] };

describe('the kept figures', () => {
  // Where this fails, the message has each fact with its figures, before and now. `podsim fidelity --seeds 8 --update` accepts them, and so for
  // 40 plays, and `--timing textbook` with 1 and with 40.
  test('are those of the measured times, and of the textbook', () => {
    expect(report.kept).toStrictEqual(none);
    expect(compareWithKept(textbook)).toStrictEqual(none);
  });

  test('say which fact is worse, from what to what', () => {
    const wrong = { ...judged, assessment: worsen(judged.assessment, 'T043') };
    const { worse } = compareWithKept(wrong);
    expect(new Set(worse.map(({ fact }) => fact))).toStrictEqual(new Set(['T043']));
    expect(worse.map(({ words }) => words).join()).toMatch(/^median error \d+ % → 9\d\d %/);
    expect(fidelityText({ ...report, kept: { ...none, worse } }, false)).toContain('WORSE than the figures that are kept:\n  T043  median');
  });

  test('are written beside the observations, and read again', () => {
    const folder = new Folder();
    const file = folder.write('one.observation.yaml', readText('scenarios/observed/four-jobs-one-by-one.observation.yaml'));
    const own = readObservations([file]);
    const one: Judged = { ...judged, seeds: 2, observations: own, assessment: assess(own, { ...measured, seeds: 2, leavesOut: false }) };
    expect(compareWithKept(one)).toStrictEqual({ ...none, missing: ['T043'] });
    expect(updateKept(one, true)).toStrictEqual([folder.at('fidelity.kept.json')]);
    expect(compareWithKept(one)).toStrictEqual(none);
    expect(compareWithKept({ ...one, assessment: worsen(one.assessment, 'T043') }).worse).toHaveLength(1);
    folder.write('fidelity.kept.json', '{"measured-2026-12": 1}');
    expect(() => compareWithKept(one)).toThrow(/fidelity\.kept\.json: measured-2026-12: is no file of kept figures: remove it/);
  });
});

const worsen = (assessment: Assessment, fact: string): Assessment => {
  const change = (one: FactReport): FactReport =>
    one.fact === fact
      ? { ...one, judgments: one.judgments.map((value) => (value.error === undefined ? value : { ...value, error: 9.5 })) }
      : one;
  return { ...assessment, own: assessment.own.map(change) };
};

describe('the report', () => {
  test('fits a terminal of 80 columns, and quotes what left most out first', () => {
    const text = fidelityText(report, true);
    const lines = text.split('\n');
    const names = lines.filter((line) => /^ {4}\S/.test(line));
    expect(lines.filter((line) => line.length > 80 && !/^ {2}T\d|^ {4,6}\S/.test(line))).toStrictEqual([]);
    expect(names.length).toBeGreaterThan(50);
    expect(
      lines.slice(5, 8).map((line) =>
        line
          .slice(0, 33)
          .trim()
          .replace(/ {2}.*/, ''),
      ),
    ).toStrictEqual(['without the author of a fact', 'without the run of a fact', '(from these facts themselves)']);
  });

  test('is as its schema says', () => {
    const complaints = schemaComplaints(fidelityReportJsonSchema());
    expect(complaints(JSON.parse(JSON.stringify(report)))).toStrictEqual([]);
    expect(complaints(JSON.parse(JSON.stringify({ ...buildReport({ ...textbook, without: ['take'] }), kept: none })))).toStrictEqual([]);
    expect(complaints({ ...report, seeds: 0 })).not.toStrictEqual([]);
  });
});

test('the errors of the first comparison are those of the same facts, documented constants among them', () => {
  const { facts, then = 0, now = 0 } = compareWithFirst(judged.assessment.own) ?? {};
  expect(facts).toBe(judged.assessment.own.filter(({ atFirst }) => atFirst !== undefined).length);
  expect(then).toBeCloseTo(0.67, 1);
  expect(now).toBeLessThan(then);
  const [one] = judged.assessment.own.filter(({ fact }) => fact === 'T129');
  expect(compareWithFirst(one === undefined ? [] : [one])).toMatchObject({ facts: 1, then: 1.44 });
  expect(compareWithFirst([])).toBeUndefined();
});

describe('without a mechanism', () => {
  const findWithout = (mechanism: Mechanism) =>
    findWorse(judged.assessment.own, assess(observations, { ...measured, without: [mechanism], leavesOut: false }).own)[0]?.mechanism;

  test('its facts are those that got worse by most: where takes have no grid, and where sleepers are billed', () => {
    expect(findWithout('take')).toBe('take');
    expect(findWithout('sleep')).toBe('sleep');
  });
});
