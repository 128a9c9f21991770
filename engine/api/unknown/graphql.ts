/** What the platform's SDKs ask for in GraphQL, by its field, and the call of the management API that does it. */
// biome-ignore format: a table
const successors: ReadonlyMap<string, string> = new Map([
  ['podFindAndDeployOnDemand', 'POST /v2/pods'],
  ['podRentInterruptable',     'POST /v2/pods'],
  ['deployCpuPod',             'POST /v2/pods'],
  ['podStop',                  'POST /v2/pods/{id}/action'],
  ['podResume',                'POST /v2/pods/{id}/action'],
  ['podTerminate',             'DELETE /v2/pods/{id}'],
  ['pod',                      'GET /v2/pods/{id}'],
  ['myself',                   'GET /v2/pods, /v2/serverless or /v2/network-volumes'],
  ['gpuTypes',                 'GET /v2/catalog/gpus'],
  ['saveTemplate',             'POST /v2/templates'],
  ['saveEndpoint',             'POST /v2/serverless'],
  ['updateEndpointTemplate',   'PATCH /v2/serverless/{id}'],
  ['deleteEndpoint',           'DELETE /v2/serverless/{id}'],
  ['saveRegistryAuth',         'POST /v2/registries'],
  ['deleteRegistryAuth',       'DELETE /v2/registries/{id}'],
]);

/** The first field that a request in GraphQL asks for: what an SDK calls; undefined where its text has none. */
export const findField = (body: string): string | undefined => {
  // A query in a URL's text may be cut off, so no JSON is read: the brace of the operation comes before any other of the query.
  const query = /"query"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(body)?.[1]?.replaceAll(/\\[nrt]/g, ' ');
  return query === undefined ? undefined : /^[^{]*\{\s*(?:\w+\s*:\s*)?(\w{1,60})/.exec(query)?.[1];
};

/** What to call in place of a field. */
export const findSuccessor = (field: string): string | undefined => successors.get(field);
