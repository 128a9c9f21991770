import { expect, test } from 'vitest';
import { answerUnknownPath, refuseUnknownMethod } from '../../../engine/api/unknown/unknownPath.ts';
import { defaultSettings } from '../../../engine/cloud/entities.ts';
import { controlOperations } from '../../../engine/control/table.ts';

const control = controlOperations.map(({ path }) => path);
const detailOf = (path: string): unknown => (answerUnknownPath(path, defaultSettings, control).body as { readonly detail: string }).detail;
const lost = 'The requested path was not found.';
const ofEndpoint =
  ' Below it are run, runsync, status, status-sync, stream, cancel, retry, purge-queue, health, openai, job-take, job-take-batch, ' +
  'job-stop, job-done, job-stream, ping.';
const resources =
  'the resources below /v2 are pods, clusters, serverless, templates, network-volumes, registries, account, catalog, billing.';

const later =
  ' It came with contract 2026-11, and this world has 2026-08: serve it with --contract 2026-11, or write `contract: 2026-11` under `world` of its scenario.';

// biome-ignore format: a table
test.each([
  ['/ep-demo/run',                  `${lost} It lacks /v2: did you mean /v2/ep-demo/run?`],
  ['/pods',                         `${lost} It lacks /v2: did you mean /v2/pods?`],
  ['/v2/ep-demo/status',            `${lost} It lacks {job_id}: the path is /v2/ep-demo/status/{job_id}.`],
  ['/v2/endpoints',                 `${lost} Did you mean /v2/serverless?`],
  ['/v2/endpoints/ep-demo',         `${lost} Did you mean /v2/serverless/ep-demo?`],
  ['/v2/v2/ep-demo/run',            `${lost} It has /v2 twice: did you mean /v2/ep-demo/run?`],
  ['/v2/ep-demo/submit',            `${lost}${ofEndpoint.replace('it', '/v2/ep-demo')}`],
  ['/v2/ep-demo/runSync',           `${lost} Did you mean /v2/ep-demo/runsync?`],
  ['/v2/ep-demo/statuss/job-1',     `${lost} Did you mean /v2/ep-demo/status/job-1?`],
  ['/v2/ep-demo/purgequeue',        `${lost} Did you mean /v2/ep-demo/purge-queue?`],
  ['/V2/pods',                      `${lost} Did you mean /v2/pods?`],
  // The endpoint's id is missing.
  ['/v2/run',                       `${lost} It lacks {endpoint_id}: the path is /v2/{endpoint_id}/run.`],
  ['/v2/status/abc',                `${lost} It lacks {endpoint_id}: the path is /v2/{endpoint_id}/status/abc.`],
  ['/v2/openai/v1/models',          `${lost} It lacks {endpoint_id}: the path is /v2/{endpoint_id}/openai/v1/models.`],
  ['/run',                          `${lost} It lacks /v2 and {endpoint_id}: the path is /v2/{endpoint_id}/run.`],
  // Two mistakes at once.
  ['/ep-demo/runSync',              `${lost} It lacks /v2: did you mean /v2/ep-demo/runsync?`],
  ['/ep-demo/status',               `${lost} It lacks /v2 and {job_id}: the path is /v2/ep-demo/status/{job_id}.`],
  ['/endpoints',                    `${lost} It lacks /v2: did you mean /v2/serverless?`],
  ['//v2/ep-demo/run',              `${lost} It has // in it: did you mean /v2/ep-demo/run?`],
  ['/v2//ep-demo/run',              `${lost} It has // in it: did you mean /v2/ep-demo/run?`],
  ['/v2//pods',                     `${lost} It has // in it: did you mean /v2/pods?`],
  ['/v2//run',                      `${lost} It has // in it. It lacks {endpoint_id}: the path is /v2/{endpoint_id}/run.`],
  // Later contracts have them.
  ['/v2/ep-demo/batch',             `${lost}${later}`],
  ['/v2/tags',                      `${lost}${later}`],
  ['/v2/tags/tag-1',                `${lost}${later}`],
  // What is below.
  ['/v2/ep-demo',                   `${lost}${ofEndpoint} 'ep-demo' is taken for the id of an endpoint; ${resources}`],
  ['/v2/network-volumes/vol/x',     lost],
  ['/v2/ep-demo/job-done',          `${lost} Below it are {worker}.`],
  ['/v2/ep-demo/fly/away',          lost],
  ['/',                             lost],
  // Tags are there since 2026-11, so a caller of 2026-08 may not have meant them, but an endpoint of this name.
  ['/v2/tag',                       `${lost}${ofEndpoint} 'tag' is taken for the id of an endpoint; ${resources}`],
  // Resources that stand elsewhere.
  ['/v2/gpus',                      `${lost} Did you mean /v2/catalog/gpus?`],
  ['/v2/workers',                   `${lost} Did you mean /v2/serverless/{id}/workers?`],
  ['/v2/secrets/s-1',               `${lost} Did you mean /v2/account/secrets/s-1?${later}`],
  // Actions that are written as paths.
  ['/v2/pods/pod-1/stop',           `${lost} An action stands in the body: POST /v2/pods/pod-1/action with {"action": "stop"}.`],
  ['/v2/pods/pod-1/actions/start',  `${lost} An action stands in the body: POST /v2/pods/pod-1/action with {"action": "start"}.`],
  // The control plane.
  ['/_podsim/v1/clok',              `${lost} Did you mean /_podsim/v1/clock?`],
  ['/_podsim/clock',                `${lost} Did you mean /_podsim/v1/clock?`],
  ['/podsim/v1/clock/advanced',     `${lost} Did you mean /_podsim/v1/clock/advance?`],
  ['/_podsim/v1/explain',           `${lost} It lacks {entity}: the path is /_podsim/v1/explain/{entity}.`],
  ['/clock',                        `${lost} It lacks /_podsim/v1: did you mean /_podsim/v1/clock?`],
  ['/_podsim/v1/nothing',           expect.stringMatching(/It is none of \/_podsim\/v1\. Below it are .*\bfaults, .*\bevents, /)],
])('of %s is said: %s', (path, detail) => {
  expect(detailOf(path)).toStrictEqual(detail);
});

test('of /v2 are said the words below it', () => {
  expect(detailOf('/v2')).toMatch(/ Below it are pods, .*\bserverless\b.*\{endpoint_id\}/);
});

test('of a method that a path has not are said those that it has, of the control plane, too', () => {
  expect(refuseUnknownMethod('GET', '/v2/pods/p/action').detail).toMatch(/ It takes POST\.$/);
  expect(refuseUnknownMethod('GET', '/_podsim/v1/clock/advance', ['POST']).detail).toMatch(/ It takes POST\.$/);
});
