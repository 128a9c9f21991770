/** What the environment of a command says of the world that is served for it. The last name is that of the official SDK. */
export const buildEnvironment = (url: string, apiKey: string): Readonly<Record<string, string>> => ({
  PODSIM_URL: url,
  PODSIM_API_KEY: apiKey,
  RUNPOD_ENDPOINT_BASE_URL: `${url}/v2`,
});

/** What a command gets of this process's variables: all but the token of the control plane, which would let it do more than a client may. */
export const ownEnvironment = (): NodeJS.ProcessEnv => {
  const { PODSIM_CONTROL_TOKEN: _, ...rest } = process.env;
  return rest;
};
