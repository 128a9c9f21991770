// The door of this room: what adapters take of it.

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
