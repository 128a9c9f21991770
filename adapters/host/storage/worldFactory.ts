import type { StateChange } from '../../../engine/cloud/index.ts';
import type { WorldDefinition } from '../../../engine/simulator/index.ts';
import { World } from '../../../engine/world/index.ts';
import { sha256 } from '../../store/sha256.ts';

/** Makes a world: a new one, a fork, or one recovered from its log. */
export type WorldFactory = (onChange: (change: StateChange) => void) => World;

/** Makes the world of a definition, with the platform's own SHA-256. */
export const newWorld =
  (definition: WorldDefinition): WorldFactory =>
  (onChange) =>
    new World(definition, { onChange, sha256 });
