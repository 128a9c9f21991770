import type { StudyReport } from '../../engine/study/index.ts';
import { effectsPicture } from './studyEffects.ts';
import { frontierPicture } from './studyFrontier.ts';
import { heatPicture } from './studyHeat.ts';
import { pc } from './terminal.ts';

/** The pictures are drawn for terminals of this width, and for wider ones, too. */
export const pictureColumns = 80;

/** What a study shows beside its table: the frontier, the heat map, and the main effects. Empty where nothing differs. */
export const studyPicture = (report: StudyReport): string =>
  [frontierPicture(report), heatPicture(report), effectsPicture(report)]
    .filter((lines) => lines.length > 0)
    .map(([title = '', ...lines]) => [pc.bold(title), ...lines].map((line) => line.trimEnd()).join('\n'))
    .join('\n\n');
