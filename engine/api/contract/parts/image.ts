import { z } from 'zod';
import { enforced } from './enforced.ts';

const hostPart = '[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*';
const host = `${hostPart}(?:\\.${hostPart})*(?::\\d+)?`;
const pathPart = '[a-z0-9]+(?:(?:\\.|_{1,2}|-+)[a-z0-9]+)*';
const digest = '[A-Za-z][A-Za-z0-9]*(?:[+._-][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const reference = new RegExp(`^(?:${host}/)?${pathPart}(?:/${pathPart})*(?::\\w[\\w.-]{0,127})?(?:@${digest})?$`);

export const notAnImage =
  'must be an image reference, [HOST[:PORT]/]NAME[:TAG][@DIGEST] with its NAME in lower case, such as docker.io/library/python:3.12';

/** A reference to a container image, by the grammar that container registries share (container.image). */
export const imageReference = z
  .string()
  .regex(reference, notAnImage)
  .describe('Container image reference')
  .register(enforced, { any: 'container.image' });
