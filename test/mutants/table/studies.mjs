/**
 * Small changes of the arithmetic of studies. No scenario plays a study, so each names the tests that must fail.
 * @type {readonly { tests: string, file: string, was: string, is: string }[]}
 */
// biome-ignore format: a table
export const studies = [
  { tests: 'test/study/histogram.test.ts', file: 'study/histogram.ts', was: 'return rest + doublings * binsPerDoubling;', is: 'return rest + doublings * exactBelow;' },
  { tests: 'test/study/histogram.test.ts', file: 'study/histogram.ts', was: 'Math.floor(bin / binsPerDoubling) - 1', is: 'Math.floor(bin / binsPerDoubling)' },
  { tests: 'test/study/histogram.test.ts', file: 'study/histogram.ts', was: 'counts.set(bin, (counts.get(bin) ?? 0) + count)', is: 'counts.set(bin, count)' },
  { tests: 'test/study/sample.test.ts',    file: 'study/sobol.ts',     was: '[5, 7,  [1, 1, 7, 11, 19]]', is: '[5, 7,  [1, 3, 7, 11, 19]]' },
  { tests: 'test/study/sample.test.ts',    file: 'study/sobol.ts',     was: 'lowestZeroBit(k - 1)', is: 'lowestZeroBit(k)' },
  { tests: 'test/study/sample.test.ts',    file: 'study/sample.ts',    was: 'Math.floor(draw(k) * (k + 1))', is: '0 * Math.floor(draw(k) * (k + 1)) - 1' },
  { tests: 'test/study/sample.test.ts',    file: 'study/axis.ts',      was: 'to.value + unit, place', is: 'to.value, place' },
  { tests: 'test/study/sample.test.ts',    file: 'study/axis.ts',      was: 'k / (steps - 1)', is: 'k / steps' },
  { tests: 'test/study/goal.test.ts',      file: 'study/goal.ts',      was: 'most <= lte && least >= gte', is: 'most <= lte || least >= gte' },
  { tests: 'test/study/goal.test.ts',      file: 'study/goal.ts',      was: 'least > lte || most < gte', is: 'least >= lte || most < gte' },
  { tests: 'test/study/goal.test.ts',      file: 'study/goal.ts',      was: 'failedPlays > 0 || answers', is: 'answers' },
  { tests: 'test/study/goal.test.ts',      file: 'study/goal.ts',      was: 'maximize === undefined ? mean : -mean', is: 'mean' },
  { tests: 'test/study/goal.test.ts',      file: 'study/goal.ts',      was: 'each.cost < best.cost', is: 'each.cost <= best.cost' },
  { tests: 'test/study/goal.test.ts',      file: 'study/frontier.ts',  was: '(a.x < b.x || a.y < b.y)', is: 'a.x < b.x' },
  { tests: 'test/study/result.test.ts',    file: 'study/result.ts',    was: 'BigInt(value) * BigInt(value)', is: 'BigInt(value)' },
  { tests: 'test/study/result.test.ts',    file: 'study/result.ts',    was: 'Math.ceil((sorted.length * percent) / 100) - 1', is: 'Math.floor((sorted.length * percent) / 100)' },
  { tests: 'test/reports/measures.test.ts', file: 'reports/measures.ts', was: "ofRecord('share', 'more',", is: "ofRecord('share', 'less'," },
  { tests: 'test/reports/measures.test.ts', file: 'reports/measures.ts', was: '({ ends }) => ends.failed', is: '({ ends }) => ends.completed' },
  { tests: 'test/study/result.test.ts',    file: 'study/digest.ts',    was: 'title: _title, ', is: '' },
  { tests: 'test/statistics/batchMeans.test.ts', file: 'statistics/batchMeans.ts', was: 'if (count < 3 || isConstant(means)) return { lag1: 0, isHigh: false };', is: '' },
  { tests: 'test/statistics/interval.test.ts', file: 'statistics/interval.ts', was: 'if (values.length < 2) return { mean: mean(values), low: null, high: null };', is: '' },
  { tests: 'test/statistics/mser.test.ts', file: 'statistics/mser.ts', was: 'length: series.length === 0', is: 'length: series.length !== 0' },
  { tests: 'test/statistics/stopping.test.ts', file: 'statistics/stopping.ts', was: 'if (n < fewest) return fewest - n + lookAhead;', is: '' },
  { tests: 'test/study/names.test.ts', file: 'study/settingList.ts', was: "value: valueIn(data, ['world', 'settings', ...name.split('.')]) ?? value", is: 'value' },
  { tests: 'test/study/statistics.test.ts', file: 'study/warmUp.ts', was: 'skip: warmUpOf(averaged)', is: 'skip: 0' },
];
