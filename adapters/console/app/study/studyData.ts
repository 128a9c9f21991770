import type { ScenarioTemplate, StudyReport } from '../../../../engine/lab/study/index.ts';

/** What the page of a study is made with. */
export interface StudyPageData {
  readonly engine: string;
  readonly report: StudyReport;
  /** How the study calls its scenario. */
  readonly scenario: string;
  /** The scenario of every configuration. */
  readonly template: ScenarioTemplate;
  /** The run in the middle of each configuration that has one, in their order. */
  readonly medians: readonly MedianRun[];
  /** What the study came to under each timing, if it was made under several; the first is that of the report. */
  readonly answers: readonly StudyAnswer[];
  /** Beside the best configuration: what any scaler needs, and how far off the scenario was on what really happened. */
  readonly quotes: readonly string[];
  /** The name that the scenario of a configuration has in the replay, without its number and ending. */
  readonly name: string;
}

export interface StudyAnswer {
  readonly times: string;
  readonly words: string;
}

export interface MedianRun {
  /** The number of the configuration. */
  readonly configuration: number;
  readonly seed: string;
  /** What Node came to. */
  readonly entries: number;
  readonly fingerprint: string;
}

/** The element of the page that holds its data. */
export const studyDataId = 'podsim-study';

/** The element that holds the code of the replay page as text: it is started when a run is opened. */
export const replayCodeId = 'podsim-replay';
