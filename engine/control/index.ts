// The door of this room: adapters import only this.

export {
  answerControl,
  type ControlContext,
  defaultWorldId,
  logsFor,
  type ServerOperation,
  type Vitals,
  type WorldInfo,
  type WorldServer,
} from './operation.ts';
export { controlOperations, serverOperations } from './table.ts';
export { showTimePoint } from './timePoint.ts';
export { definitionWanted } from './worlds/definition.ts';
