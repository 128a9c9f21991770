import { readOrigin } from '../../../engine/api/index.ts';
import { defaultWorldId } from '../../../engine/control/index.ts';
import type { Silences } from '../../host/world/hostedWorldOptions.ts';

/** Says of a served world that a call or a client waits for its clock, that a webhook was not posted, and that a key was discarded: how to have it otherwise. */
export const reportSilences = (worldId: string, say: (line: string) => void): Silences => {
  const sayOfWorld = (words: string): void => say(`world ${worldId}: ${words}`);
  const sayManual = (waiting: string): void =>
    sayOfWorld(
      `the clock is manual: ${waiting} waits for virtual time; POST ${findBase(worldId)}/_podsim/v1/clock/advance moves it, or serve with --clock auto`,
    );
  return {
    onManualWait: sayManual,
    onSimulatedWebhook: ({ jobId, url }) =>
      sayOfWorld(
        `the webhook of ${jobId} to ${url} is simulated: it is in the log, and was not posted; --webhooks ${readOrigin(url) ?? 'ORIGIN'} posts it`,
      ),
    onDiscardedKey: sayOfWorld,
  };
};

const findBase = (worldId: string): string => (worldId === defaultWorldId ? '' : `/worlds/${worldId}`);
