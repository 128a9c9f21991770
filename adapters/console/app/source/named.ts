import type { Json } from '../../../../engine/kernel/index.ts';

// What every page knows about a served world. Code that asks a server is in separate files, which a page of runs does not have.

export const defaultWorld = 'default';

/** A request to the server, as a person could also make it. */
export interface ServerRequest {
  readonly method: string;
  /** After the base of the world; a slash at its beginning may be left out. */
  readonly path: string;
  readonly body?: Json | undefined;
  /** The API key of a call; requests to the control plane have none. */
  readonly key?: string | undefined;
}

/** The file into which commands record a served world. */
export const recordedFile = 'world.scenario.yaml';

export const controlRequest = (method: string, path: string, body?: Json): ServerRequest => ({
  method,
  path: `_podsim/v1/${path}`,
  ...(body === undefined ? {} : { body }),
});
