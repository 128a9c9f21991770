import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FactReport, Observation } from '../../engine/lab/fidelity/index.ts';
import { playToVerdict, type Scenario } from '../../engine/scenario/index.ts';
import { plotSeries } from '../cli/fidelity/page/seriesPlot.ts';
import { standaloneStyle } from '../cli/fidelity/page/style.ts';
import { plotValues } from '../cli/fidelity/page/valuePlot.ts';
import { load } from '../cli/run/load.ts';
import { runPicture } from '../console/writer/picture.ts';

/** The runs that `docs/fidelity.md` shows side by side with their predictions, and what is drawn of each. */
const drawn = [
  { fact: 'T047', draws: 'series' },
  { fact: 'T049', draws: 'series' },
  { fact: 'T043', draws: 'values' },
  { fact: 'T044', draws: 'values' },
] as const;

/** The pictures of `docs/pictures/`: what was seen, and what was predicted without the run. */
export const drawPictures = (observations: readonly Observation[], judged: readonly FactReport[]): readonly (readonly [string, string])[] =>
  drawn.flatMap(({ fact, draws }) => {
    const report = judged.find((one) => one.fact === fact);
    const observation = observations.find(({ spec }) => spec.fact === fact);
    if (report === undefined || observation === undefined) return [];
    const svg =
      draws === 'series' ? plotSeries(report.judgments, observation, standaloneStyle) : plotValues(report.judgments, standaloneStyle);
    return [[`docs/pictures/${fact}.svg`, `${svg}\n`] as const];
  });

/** A busy run, in which the moment moves from its beginning to its end: the first picture of the README. */
const movingRun = 'test/browser/busy.scenario.yaml';
const seconds = 16;

export const movingPicture = (top: string): readonly [path: string, svg: string] => {
  const [run] = load([join(top, movingRun)], {});
  const { world } = playToVerdict(run as Scenario);
  const played = { title: (run as Scenario).spec.title, header: world.header, entries: [...world.log.entries()] };
  return ['docs/pictures/run.svg', runPicture(played, readFileSync(join(top, 'adapters/console/app/page.css'), 'utf8'), { seconds })];
};
