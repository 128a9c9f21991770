import { nameOf } from '../../../scenario/format/words.ts';
import { studyMeasureNames } from './measures.ts';

export const measureName = nameOf('a measure', studyMeasureNames, '`podsim study --measures`');
