import type { Served } from './served.ts';

/** The SDK says on the console how things go. It remembers the console that there was when it was loaded. */
const { log } = console;
console.log = () => {};
const { default: runpodSdk } = await import('runpod-sdk');
console.log = log;

/** What people write to reach an endpoint by the official SDK; only the base URL is another. */
export const sdkEndpoint = (server: Served, endpointId: string, apiKey: string = server.apiKey) => {
  const endpoint = runpodSdk(apiKey, { baseUrl: `${server.url}/v2` }).endpoint(endpointId);
  if (endpoint === null) throw new Error('the SDK wants an endpoint id');
  return endpoint;
};

export type SdkEndpoint = ReturnType<typeof sdkEndpoint>;
