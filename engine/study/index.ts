// The door for studies. Who plays one scenario does not load them.

export { amountText, amountWithUnit, limitText, reachText } from './amount.ts';
export type { StudyFiles } from './base.ts';
export { playedText } from './digest.ts';
export type { Goal } from './format.ts';
export { frontierAxes } from './frontier.ts';
export { type GoalLimit, limitsOf } from './goal.ts';
export { type HeatMapChoice, heatMapOf } from './heatMap.ts';
export { type Histogram, lowerBoundOf } from './histogram.ts';
export { type Ingredients, keyOf, type Play, PlayKeys, type Versions, versionsOf } from './key.ts';
export type { Known, Missing } from './known.ts';
export { levelText, numberOf, type SettingLevels } from './levels.ts';
export { type StudyMeasure, studyMeasures } from './measures.ts';
export type { Measuring } from './measuring.ts';
export type { Frontier, HeatMap, MeasureEffects, PictureLimit, SettingEffect, StudyPicture } from './pictureFormat.ts';
export { missingPlays } from './plan.ts';
export { type PlotScale, plotScale } from './plotScale.ts';
export { studyReport } from './report.ts';
export type { ConfigurationReport, MeasureReport, StudyReport } from './reportFormat.ts';
export { studyReportJsonSchema, studyReportSchema } from './reportSchema.ts';
export { failedResult, type PlayResult, resultOf } from './result.ts';
export { type ScenarioTemplate, scenarioTemplate, scenarioTextOf } from './scenarioTemplate.ts';
export { studyJsonSchema } from './schema.ts';
export { settingsOf, type VariableSetting } from './settingList.ts';
export type { ComparisonReport, DifferenceReport, SelectionReport, StudyWarning, WarmUpReport } from './statisticsFormat.ts';
export { parseStudy, type Study, type StudyConfiguration, valueText } from './study.ts';
export { changedPaths, type LastRun, whyMissing } from './why.ts';
