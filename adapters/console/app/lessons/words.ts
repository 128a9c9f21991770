import { formatDuration } from '../../../../engine/kernel/index.ts';
import type { LinePlot } from '../model/charts/linePlot.ts';

/** Describes the position of a line, as a learner would write it. */
export const lineText = ({ isTime }: LinePlot, value: number): string => (isTime ? formatDuration(value) : String(value));
