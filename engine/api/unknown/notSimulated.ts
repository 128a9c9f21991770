import type { NotSimulated } from '../names/explainNotSimulated.ts';
import { publicOnes } from '../names/publicEndpoints.ts';
import { otherProtocols } from './otherProtocols.ts';

/** All of it. Answers, `podsim spec contracts` and docs/serving.md follow from these rows, and so does the test of what the platform has added. */
// biome-ignore format: a table
export const notSimulated: readonly NotSimulated[] = [
  { what: 'GraphQL', paths: ['/graphql/…'], answer: '404, with the sentence in `errors[0].message` and `message`, too; it names the field, and the call in its place', instead: 'call the management API below /v2 with the header authorization: Bearer <key>; GET /v2/openapi.json describes it' },
  { what: 'the API before, below /v1', paths: ['/v1/…'], answer: '404, or 410 since 2026-11, with the path that has taken its place; the sentence is in `error` and `message`, too', instead: 'call that path, with the same key' },
  { what: 'sandboxes', paths: ['/v2/sandboxes/…'], answer: '404', instead: 'a pod is the nearest that podsim has: POST /v2/pods' },
  { what: 'builds', paths: ['/v2/serverless/{id}/builds/…', '/v2/builds/…'], answer: '404', instead: 'an image is a name here: give an endpoint the image that a build would make' },
  { what: 'the metrics of workers and endpoints', paths: ['/v2/serverless/{id}/metrics/…', '/v2/serverless/{id}/workers/metrics/…', '/v2/serverless/{id}/workers/{worker}/metrics/…', '/v2/{endpoint}/metrics/…'], answer: '404', instead: 'GET /v2/{endpoint}/health counts jobs and workers, and GET /_podsim/v1/metrics measures' },
  { what: "the list of an endpoint's requests", paths: ['/v2/{endpoint}/requests/…'], answer: '404: the platform has it, and its answer is not public', instead: 'keep the ids that run answers, and read each job with GET /v2/{endpoint}/status/{job}; GET /v2/{endpoint}/health counts them, and GET /_podsim/v1/events lists what happened to each' },
  { what: 'other OpenAI routes', paths: ['/v2/{endpoint}/openai/…'], answer: '404, with the sentence in `error.message`, too', instead: 'the routes below /v2/{endpoint}/openai/v1 are chat/completions, completions, embeddings and models' },
  publicOnes,
  ...otherProtocols,
  { what: 'the hub', paths: ['/v2/hub/…'], answer: '404', instead: 'make the endpoint that the hub would make: POST /v2/serverless' },
  { what: 'adding pods to a cluster', paths: ['POST /v2/clusters/{id}/pods'], answer: '405', instead: 'make a cluster with as many: POST /v2/clusters' },
  { what: 'sessions of the console, and `X-Team-Id`', paths: [], answer: 'the header is ignored', instead: 'use an API key: it belongs to its account' },
  { what: 'the refusal of clients without `User-Agent`', paths: [], answer: 'the call is answered, where the edge of the platform says 403', instead: 'send a User-Agent: some libraries do not by default' },
  { what: 'pools of GPUs that an account may not use', paths: [], answer: 'each account may use all of them: there is no 403 for one', instead: 'inject the fault api-error of createPod with the status 403' },
  { what: 'ssh into a pod, its HTTP proxy, its ports', paths: [], answer: 'nothing listens: the addresses in `ssh` and `runtime` are those of documents', instead: 'the answer says when they would work' },
  { what: 'the S3 API of a network volume', paths: [], answer: 'nothing listens', instead: 'a volume is a size and a data center; nothing is stored in it' },
  { what: 'pulling an image, running a container', paths: [], answer: 'an image is a name, and takes its time', instead: 'real workers are processes of yours: docs/workers.md' },
];

/** What a path asks for that is not simulated; a method is given where the path is simulated and the method is not. */
export const findNotSimulated = (path: string, method?: string): NotSimulated | undefined => {
  const parts = path.split('/');
  return notSimulated.find(({ paths }) => paths.some((one) => fits(one, parts, method)));
};

const fits = (template: string, parts: readonly string[], method: string | undefined): boolean => {
  const [, only, path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(template) ?? [];
  const wanted = path.split('/');
  const hasMore = wanted.at(-1) === '…';
  const named = hasMore ? wanted.slice(0, -1) : wanted;
  return (
    only === method &&
    (hasMore ? parts.length >= named.length : parts.length === named.length) &&
    named.every((word, k) => word === parts[k] || (word.startsWith('{') && parts[k] !== ''))
  );
};
