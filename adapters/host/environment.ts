/** The environment variables that tell a command of the world that is served for it. The official SDK reads the last one. */
export const buildEnvironment = (url: string, apiKey: string): Readonly<Record<string, string>> => ({
  PODSIM_URL: url,
  PODSIM_API_KEY: apiKey,
  RUNPOD_ENDPOINT_BASE_URL: `${url}/v2`,
});

/** The variables of this process that a command inherits: all but the token of the control plane, which permits more than a client may do. */
export const ownEnvironment = (): NodeJS.ProcessEnv => {
  const { PODSIM_CONTROL_TOKEN: _, ...rest } = process.env;
  return rest;
};
