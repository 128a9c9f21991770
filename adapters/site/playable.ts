import { existsSync, readFileSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import { lessonEnding } from '../../engine/lab/lesson/index.ts';
import type { Scenario } from '../../engine/scenario/index.ts';
import { engineVersion } from '../../engine/simulator/index.ts';
import { filesBelow, scenarioEnding } from '../cli/files.ts';
import { lessonText } from '../cli/learn/lessonFiles.ts';
import { readScenarioText } from '../cli/write/page.ts';
import type { LessonText, PageData, ScenarioText } from '../console/app/pageData.ts';
import { describeRun } from '../console/writer/recorded.ts';
import { pageWithAssets } from '../console/writer/sharedPage.ts';
import { topFrom } from './sitePage.ts';

/** A scenario file that the site plays. */
export interface PlayableScenario {
  /** Its path in the repository: `scenarios/jobs/retry-after-failure.scenario.yaml`. */
  readonly file: string;
  readonly scenario: ScenarioText;
  readonly runs: readonly Scenario[];
  /** The timeline next to the file; undefined if it has several runs. */
  readonly timeline: string | undefined;
}

/** Every scenario of the repository whose top this is. */
export const readScenarios = (): readonly PlayableScenario[] =>
  filesBelow('scenarios', [scenarioEnding]).map((file) => {
    const { scenario, parsed } = readScenarioText(file, undefined);
    if (isLeft(parsed)) throw new Error(`${file} cannot be read: ${parsed.left[0]?.message}`);
    const timeline = file.replace(scenarioEnding, '.timeline.txt');
    return { file, scenario, runs: parsed.right, timeline: existsSync(timeline) ? readFileSync(timeline, 'utf8') : undefined };
  });

export const readLessons = (): readonly LessonText[] => filesBelow('scenarios', [lessonEnding]).map((file) => lessonText(file));

/** The page about a scenario, and the replay page in it. */
export const pageOfScenario = (file: string): string => file.replace(scenarioEnding, '.html');
export const pageOfLesson = (file: string): string => file.replace(/^scenarios\//, '').replace(lessonEnding, '.html');
export const nameLivePage = (page: string): string => `live/${page}`;

/** The whole course, one lesson after the other. */
export const coursePage = 'live/lessons/course.html';

/** The folder of common files, at the top of the site. */
export const assets = 'assets/';

/** The replay pages by their paths in the site: of each scenario, each lesson, and the course. */
export const livePages = (scenarios: readonly PlayableScenario[], lessons: readonly LessonText[]): ReadonlyMap<string, string> =>
  new Map([
    ...scenarios.map(({ file, scenario, runs }) => {
      const data = { scenarios: [{ ...scenario, runs: runs.map(describeRun) }] };
      return liveEntry(nameLivePage(pageOfScenario(file)), data);
    }),
    ...lessons.map((lesson) => liveEntry(nameLivePage(pageOfLesson(lesson.file)), { scenarios: [], lessons: [lesson] })),
    liveEntry(coursePage, { scenarios: [], lessons }),
  ]);

const liveEntry = (path: string, data: Omit<PageData, 'engine'>): readonly [path: string, html: string] => [
  path,
  pageWithAssets(`${topFrom(path)}${assets}`, { engine: engineVersion, ...data }),
];
