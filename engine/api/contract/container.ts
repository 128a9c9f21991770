import { z } from 'zod';
import { dictionary } from './json.ts';

const environment = dictionary(z.string());

/** Container configuration, shared by pods, templates, endpoints and clusters (container.fields). */
export const containerFields = {
  args: z.string().optional().describe('Arguments passed to the container entrypoint'),
  disk: z.int().min(1).optional().describe('Container disk in GB; ephemeral'),
  env: environment.optional().describe('Environment variables'),
  image: z.string().optional().describe('Container image reference'),
  ports: z
    .array(z.string().refine(isPort, 'must be port/protocol, port from 1 to 65535, protocol http, tcp or udp'))
    .optional()
    .describe('Each `port/protocol`'),
};

/** Present on pods, templates and endpoints; a cluster has no registry field (container.registry). */
export const registryField = { registry: z.string().nullable().optional().describe('Registry credential id, or null') };

/** In an answer all of them stand, where nothing was given too (container.fields). */
export const containerResource = {
  args: z.string(),
  disk: z.int().min(1),
  env: environment,
  image: z.string(),
  ports: z.array(z.string()),
  registry: z.string().nullable(),
};

function isPort(text: string): boolean {
  const match = /^(\d{1,5})\/(?:http|tcp|udp)$/.exec(text);
  const port = Number(match?.[1]);
  return match !== null && port >= 1 && port <= 65_535;
}
