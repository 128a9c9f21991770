// The door for real workers: the work they have to do, and stand-ins, which repeat work that they did. A command that plays one scenario
// does not load it.

export { listRealWork, type RealWork } from '../../world/reports/record/realWork.ts';
export { standInText } from './handlerText.ts';
export { type RecordedWork, readWork } from './recordedWork.ts';
export { recordStandIn } from './recordStandIn.ts';
export { setStandIns } from './setStandIns.ts';
