// The door for studies. Who plays one scenario does not load them.
export type { StudyFiles } from './base.ts';
export type { Goal } from './format.ts';
export { type Frontier, frontierAxes } from './frontier.ts';
export { type Limit, limitsOf } from './goal.ts';
export { type Histogram, lowerBoundOf } from './histogram.ts';
export { type Ingredients, type Play, PlayKeys } from './key.ts';
export type { Known, Missing } from './known.ts';
export { type StudyMeasure, studyMeasures } from './measures.ts';
export type { Measuring } from './measuring.ts';
export { missingPlays } from './plan.ts';
export { studyReport } from './report.ts';
export type { ConfigurationReport, MeasureReport, StudyReport } from './reportFormat.ts';
export { studyReportJsonSchema, studyReportSchema } from './reportSchema.ts';
export { failedResult, type PlayResult, resultOf } from './result.ts';
export { studyJsonSchema } from './schema.ts';
export { settingsOf, type VariableSetting } from './settingList.ts';
export type { ComparisonReport, DifferenceReport, SelectionReport, StudyWarning, WarmUpReport } from './statisticsFormat.ts';
export { type Configuration, parseStudy, type Study, valueText } from './study.ts';
