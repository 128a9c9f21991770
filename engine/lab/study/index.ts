// The entry point for studies. A process that only plays scenarios does not load them.

export type { StudyFiles } from './design/base.ts';
export { levelText, numberOf, type SettingLevels } from './design/levels.ts';
export { type ScenarioTemplate, scenarioTemplate, scenarioTextOf } from './design/scenarioTemplate.ts';
export { settingsOf } from './design/settingList.ts';
export { errorWords } from './format/backtestFormat.ts';
export type { Goal } from './format/format.ts';
export { limitsOf } from './format/goalLimits.ts';
export type { HeatMap, MeasureEffects, PictureLimit, SettingEffect } from './format/pictureFormat.ts';
export type { ConfigurationReport, MeasureReport, StudyReport } from './format/reportFormat.ts';
export { studyReportJsonSchema, studyReportSchema } from './format/reportSchema.ts';
export { studyJsonSchema } from './format/schema.ts';
export type {
  DifferenceReport,
  SelectionReport,
} from './format/statisticsFormat.ts';
export { amountText, amountWithUnit, limitText, plusMinusText } from './measure/amount.ts';
export { lowerBoundOf } from './measure/histogram.ts';
export { studyMeasures } from './measure/measures.ts';
export type { Measuring } from './measure/measuring.ts';
export { findMeasure } from './measure/shares.ts';
export { worstOf } from './report/circumstances.ts';
export { doubtBacktest, doubtWords } from './report/doubts.ts';
export { frontierAxes } from './report/frontier.ts';
export { type HeatMapChoice, heatMapOf } from './report/heatMap.ts';
export { missWords } from './report/missWords.ts';
export { openWords } from './report/openWords.ts';
export { type PlotScale, plotScale } from './report/plotScale.ts';
export { missingPlays, studyReport } from './report/report.ts';
export { findSameness } from './report/sameness.ts';
export { sensitivityWords } from './report/sensitivityWords.ts';
export { textOfPlay } from './results/digest.ts';
export { type Ingredients, keyOf, type Play, PlayKeys, type Versions, versionsOf } from './results/key.ts';
export type { Known, Missing } from './results/known.ts';
export { makeFailedResult, type PlayResult, resultOf } from './results/result.ts';
export type { TokensOverTime } from './results/tokensOverTime.ts';
export { findChanges, type LastRun, whyMissing } from './results/why.ts';
export { parseStudy, type Study, type StudyConfiguration, valueText } from './study.ts';
