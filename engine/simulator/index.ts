// The door of this room: what adapters take of it.

export {
  allPermissions,
  defaultSeed,
  firstKeyOf,
  firstSecretOf,
  headerOf,
  type LogHeader,
  rulesetDigest,
  settingsAfter,
  type WorldDefinition,
  withFirstSecret,
  withTiming,
} from './definition.ts';
export { invariants } from './invariants.ts';
export { engineVersion, logFormat } from './version.ts';
