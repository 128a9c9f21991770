import { describeName } from '../../../scenario/format/words.ts';
import { studyMeasureNames } from './measures.ts';

export const measureName = describeName('a measure', studyMeasureNames, '`podsim study --measures`');
