import { z } from 'zod';
import { since } from './additions.ts';
import { enforced } from './parts/enforced.ts';
import { imageReference } from './parts/image.ts';
import { dictionary } from './parts/json.ts';

const environment = dictionary(z.string());

/** Written as one pattern, so that documents show it too: 1 to 9999, then up to 65535. */
const port = /^(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])\/(?:http|tcp|udp)$/;

/** The rules that each field of a container enforces. */
const ofField = { any: 'container.fields' } as const;
const givenEnvironment = dictionary(z.string()).register(enforced, ofField);

/** Container configuration as a world keeps it (container.fields). */
export const keptContainerFields = {
  args: z.string().register(enforced, ofField).optional().describe('Arguments passed to the container entrypoint'),
  disk: z.int().min(1).register(enforced, ofField).optional().describe('Container disk in GB; ephemeral'),
  env: givenEnvironment.optional().describe('Environment variables'),
  image: imageReference.optional(),
  ports: z
    .array(z.string().regex(port, 'must be port/protocol, port from 1 to 65535, protocol http, tcp or udp'))
    .register(enforced, ofField)
    .optional()
    .describe('Each `port/protocol`'),
};

const words = z.array(z.string());

/** Container configuration as bodies have it, shared by pods, templates, endpoints and clusters (container.fields, container.launch). */
export const containerFields = {
  ...keptContainerFields,
  cmd: since('launch', words.optional().describe('Arguments of the entrypoint; [] clears them')),
  entrypoint: since('launch', words.optional().describe('What runs instead of the entrypoint of the image; [] is that of the image')),
};

/** Present on pods, templates and endpoints; a cluster has no registry field (container.registry). */
export const registryField = { registry: z.string().nullable().optional().describe('Registry credential id, or null') };

/** In an answer every field is present, also if the caller gave none (container.fields). */
export const containerResource = {
  args: z.string(),
  disk: z.int().min(1),
  env: environment,
  image: z.string(),
  ports: z.array(z.string()),
  registry: z.string().nullable(),
  cmd: since('launch', words),
  entrypoint: since('launch', words),
};
