/** All hosts below these are the platform's: under `exec --intercept`, nothing leaves the machine for them. */
export const platformDomains: readonly string[] = ['runpod.ai', 'runpod.io', 'runpod.net'];

/** What podsim is in place of a host of the platform. */
export type PlatformHost = PlatformApi | { readonly endpoint: string } | NotServed;

/** An API of the platform, at its own host. */
export interface PlatformApi {
  readonly api: 'queue' | 'management' | 'v1';
  /** In words. */
  readonly has: string;
}

/** A host of the platform that has nothing in podsim, and what to do instead. */
export interface NotServed {
  readonly what: string;
  readonly instead: string;
}

/** The hosts of each API, the one that clients should call first. That of the older one answers with where to go. */
const queueHost = 'api.runpod.ai';
const managementHost = 'api.runpod.io';
// biome-ignore format: a table
const apis: ReadonlyMap<string, PlatformApi> = new Map([
  [queueHost,           { api: 'queue',      has: 'the queue API' }],
  [managementHost,      { api: 'management', has: 'the management API' }],
  ['v2-rest.runpod.io', { api: 'management', has: 'the management API' }],
  ['rest.runpod.io',    { api: 'v1',         has: 'the API below /v1' }],
]);

/** The host of the API that a path belongs to. */
export const chooseHost = (isManagement: boolean): string => (isManagement ? managementHost : queueHost);

const balancerDomain = `.${queueHost}`;

// biome-ignore format: a table
const others: readonly (readonly [host: RegExp, row: NotServed])[] = [
  [/\.proxy\.runpod\.net$/,    { what: 'the ports of pods', instead: 'start the program of the pod here, and call it at its own address' }],
  [/^s3api[\w-]*\.runpod\.io$/, { what: 'the S3 API of a network volume', instead: 'call an S3 server of your own' }],
  [/^hapi\.runpod\.net$/,      { what: 'this host', instead: 'GET /v2/pods/{id}/logs at api.runpod.io reads the log of a pod' }],
];
const unknown: NotServed = { what: 'this host', instead: 'call api.runpod.ai for queues, and api.runpod.io for all else' };

/** The row of a host below the platform's domains, in lower case. */
export const findPlatformHost = (host: string): PlatformHost => {
  const api = apis.get(host);
  if (api !== undefined) return api;
  const endpoint = host.endsWith(balancerDomain) ? host.slice(0, -balancerDomain.length) : '';
  if (/^[\w-]+$/.test(endpoint)) return { endpoint };
  return others.find(([pattern]) => pattern.test(host))?.[1] ?? unknown;
};
