// The door for stand-ins: what real workers did, as handlers. Who plays one scenario does not load it.

export { standInText } from './handlerText.ts';
export { type RecordedWork, recordedWork } from './recordedWork.ts';
export { recordStandIn } from './recordStandIn.ts';
export { setStandIns, setStandInsInSteps } from './setStandIns.ts';
