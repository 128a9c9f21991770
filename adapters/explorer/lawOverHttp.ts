import { defaultWorldId } from '../../engine/control/index.ts';
import { checksLaws, differenceFrom, type Explored, failureOfLaw, replayFailure, type Story } from '../../engine/lab/explorer/index.ts';
import { World } from '../../engine/world/index.ts';
import { WorldHost } from '../host/world/worldHost.ts';
import { fetchThrough } from '../http/inProcess.ts';
import { appWithout } from '../http/server.ts';
import { bounds } from './exploreRuns.ts';
import { haveWholePaths, sendInputs, takingDigests, throughFetch } from './overHttp.ts';

/** Far more turns of the event loop than any call in this process takes. */
const turnsMax = 1_000_000;

/** A pending call is answered by a later input, or not at all: how long that takes on the wall clock says nothing. */
const stallAfterMs = 2_147_483_647;

const manual = { clock: 'manual' } as const;

/**
 * The law `http`: the inputs of a run, sent over HTTP to a world of the same definition, give the same log. No socket is opened.
 * Returns what is wrong; undefined if the law holds, or says nothing of the run, as a call of it has no whole path.
 */
export const checkOverHttp = async (run: World): Promise<string | undefined> => {
  if (!haveWholePaths(run.log.entries())) return undefined;
  // What receivers of webhooks answer is among the inputs.
  const host = new WorldHost({ clock: manual, apiKey: '', stallAfterMs, webhookReceiver: () => new Promise(() => {}) });
  const { definition } = run.header;
  const { world } = host.serve(defaultWorldId, (onChange) => new World(definition, { onChange, sha256: takingDigests }), manual);
  const sent = throughFetch(fetchThrough(appWithout(host)), 'http://podsim.test');
  const stopped = await sendInputs(run.log.entries(), world, sent, turnsMax).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const differs = differenceFrom(run, [...world.log.entries()], 'sent over HTTP');
  host.close();
  return differs ?? (stopped && `sent over HTTP, ${stopped}`);
};

/** The same runs, but of those on which laws are checked, the ones that break this law have failed. */
export const checkAllOverHttp = async (runs: readonly Explored[]): Promise<readonly Explored[]> => {
  const checked: Explored[] = [];
  for (const run of runs) checked.push(checksLaws(run.run) && run.kind === 'held' ? await checkOne(run) : run);
  return checked;
};

/** What is wrong with the run of a story by this law; undefined if the law holds, or if no world comes of the story. */
export const storyBrokenOverHttp = async (story: Story): Promise<string | undefined> => {
  const world = replayFailure(story, bounds);
  return world === undefined ? undefined : checkOverHttp(world);
};

const checkOne = async (run: Explored): Promise<Explored> => {
  const words = await storyBrokenOverHttp(run.kept.story);
  return words === undefined ? run : { ...run, kind: 'failed', failures: [failureOfLaw('http', words)] };
};
