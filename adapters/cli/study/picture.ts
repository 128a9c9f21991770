import type { StudyReport } from '../../../engine/lab/study/index.ts';
import { pc } from '../terminal/terminal.ts';
import { effectsPicture } from './effects.ts';
import { frontierPicture } from './frontier.ts';
import { heatPicture } from './heat.ts';

/** The pictures are drawn for terminals of this width, and for wider ones, too. */
export const pictureColumns = 80;

/** What a study shows beside its table: the frontier, the heat map, and the main effects. Empty where nothing differs. */
export const studyPicture = (report: StudyReport): string =>
  [frontierPicture(report), heatPicture(report), effectsPicture(report)]
    .filter((lines) => lines.length > 0)
    .map(([title = '', ...lines]) => [pc.bold(title), ...lines].map((line) => line.trimEnd()).join('\n'))
    .join('\n\n');
