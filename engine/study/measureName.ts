import { nameOf } from '../scenario/words.ts';
import { studyMeasureNames } from './measures.ts';

export const measureName = nameOf('a measure', studyMeasureNames, '`podsim study --measures`');
