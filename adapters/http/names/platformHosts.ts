/** All hosts below these are the platform's: under `exec --intercept`, nothing leaves the machine for them. */
export const platformDomains: readonly string[] = ['runpod.ai', 'runpod.io', 'runpod.net'];

/** The part of podsim that replaces a host of the platform. */
export type PlatformHost = { readonly isApi: true } | { readonly endpoint: string } | NotServed;

/** A host of the platform that podsim has no replacement for, with advice. */
interface NotServed {
  readonly what: string;
  readonly instead: string;
}

/** The APIs. That of the older one answers with where to go. */
const apis: readonly string[] = ['api.runpod.ai', 'api.runpod.io', 'rest.runpod.io', 'v2-rest.runpod.io'];

const balancerDomain = '.api.runpod.ai';

// biome-ignore format: a table
const others: readonly (readonly [host: RegExp, row: NotServed])[] = [
  [/\.proxy\.runpod\.net$/,    { what: 'the ports of pods', instead: 'start the program of the pod here, and call it at its own address' }],
  [/^s3api[\w-]*\.runpod\.io$/, { what: 'the S3 API of a network volume', instead: 'call an S3 server of your own' }],
  [/^hapi\.runpod\.net$/,      { what: 'this host', instead: 'GET /v2/pods/{id}/logs at api.runpod.io reads the log of a pod' }],
];
const unknown: NotServed = { what: 'this host', instead: 'call api.runpod.ai for queues, and api.runpod.io for all else' };

/** The row of a host below the platform's domains, in lower case. */
export const findPlatformHost = (host: string): PlatformHost => {
  if (apis.includes(host)) return { isApi: true };
  const endpoint = host.endsWith(balancerDomain) ? host.slice(0, -balancerDomain.length) : '';
  if (/^[\w-]+$/.test(endpoint)) return { endpoint };
  return others.find(([pattern]) => pattern.test(host))?.[1] ?? unknown;
};
