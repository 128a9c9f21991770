import type { DomainEvent } from '../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../engine/simulator/index.ts';
import { lanesSvg, type PictureOfRun } from '../app/canvas/lanesFile.ts';
import { listLaneRows } from '../app/model/charts/laneRows.ts';
import { makeTimeScale } from '../app/model/charts/timeScale.ts';
import { RunLog } from '../app/model/runLog.ts';

interface PlayedRun {
  readonly title: string;
  readonly header: LogHeader;
  readonly entries: readonly LogEntry<DomainEvent>[];
}

/** The lanes of a whole run as an SVG, in the light colors of a page, whose style sheet is given. */
export const runPicture = (
  { title, header, entries }: PlayedRun,
  style: string,
  { at, seconds }: Partial<Pick<PictureOfRun, 'at' | 'seconds'>> = {},
): string => {
  const log = new RunLog(header);
  log.append(entries);
  const scale = makeTimeScale(log.timesIn({ from: log.begin, to: log.end }), log.begin);
  const colors = lightColors(style);
  return lanesSvg({
    title,
    log,
    rows: listLaneRows(log.lanes.groups),
    scale,
    at,
    selected: undefined,
    color: (name) => colors.get(name) ?? 'black',
    ...(seconds === undefined ? {} : { seconds }),
  });
};

/** The style sheet names them first of all. */
const lightColors = (style: string): ReadonlyMap<string, string> => {
  const block = style.slice(style.indexOf('{'), style.indexOf('}'));
  return new Map([...block.matchAll(/--([\w-]+):\s*(#\w+)/g)].map(([, name = '', color = '']) => [name, color]));
};
