// The door of this room: adapters import only this.

export {
  allPermissions,
  defaultSeed,
  findFirstKey,
  findFirstSecret,
  type LogHeader,
  readSettings,
  rulesetDigest,
  settingsAfter,
  type WorldDefinition,
  withFirstSecret,
  withTiming,
  writeHeader,
} from './definition.ts';
export { invariants } from './invariants.ts';
export { engineVersion, logFormat } from './version.ts';
