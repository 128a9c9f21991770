// What `podsim/lab` loads on demand: studies and twins are in the command line, and the package has them once.

export { playStudy } from '../study/playStudy.ts';
export { checkTwin } from '../twin/checkTwin.ts';
export { importTwin } from '../twin/importTwin.ts';
export { keptFile, readKept } from '../twin/kept.ts';
export { readMap } from '../twin/records/fields.ts';
export { readWhere } from '../twin/records/where.ts';
