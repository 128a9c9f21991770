// The door of this room: what adapters take of it.

export type { SchemaNode } from '../api/reading/schemaNode.ts';
export { type ActCall, callFor, changeText, emptyCall, makeSample } from './acts.ts';
export { branchScenario } from './branch.ts';
export { readCallNode, readSettingsNode } from './callSchema.ts';
export { type ChartLine, differenceCells, differencesChart, fewWords, judgeDifference, whatIfChart } from './chart.ts';
export { curlCommand, type HttpCall, httpCall, httpCallOfAct, shellWord } from './httpCall.ts';
export { compareLogs, type LogsCompared } from './logs.ts';
export { type Measured, measure } from './measures.ts';
export { parseChange } from './parse.ts';
export { divergenceText, logsText } from './text.ts';
export { differencesView, divergenceView, logsView, whatIfView } from './views.ts';
export { type Difference, measureDifferences, type Pair, sideBySide, whatIf } from './whatIf.ts';
