import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { hasFakeTimers } from '../host/clock/fakeTimers.ts';
import { isLoopback } from '../host/loopback.ts';
import type { SimulatedWebhook } from '../host/webhook/simulatedWebhook.ts';
import type { Silences } from '../host/world/hostedWorldOptions.ts';
import { Unawaited } from './tracked.ts';
import type { RefusedRequest } from './transports.ts';

/** The URL of a world where there is no socket. */
export const worldUrl = 'http://podsim.test';

/** What a call or a client that waits for a manual clock needs. */
export const explainManualWait = (waiting: string): string =>
  `the clock is manual: ${waiting} waits for virtual time; \`await world.advance('10s')\`, or make the world with clock: 'auto'`;

/** How to have a webhook that only the log has. */
export const explainSimulatedWebhook = ({ jobId, url }: SimulatedWebhook): string =>
  `the webhook of ${jobId} to ${url} is simulated: it is in the log, and was not posted; world.listen({ webhooks: 'post' }) posts it, and createWorld({ onWebhook }) takes it`;

/** More of what a test did not await is counted. */
const unawaitedShown = 10;

/** Says on standard error what a test would otherwise wait for in vain, once for each world. */
export class TestSilences implements Silences {
  readonly #isListening: () => boolean;
  #saidUnknownPath = false;
  /** The calls and moves of the clock that the test did not await. */
  readonly unawaited: Unawaited = new Unawaited();
  /** Whether a request came while the timers of the test were fake. */
  sawFakeTimers = false;
  /** The first client that polled in vain under a manual clock. */
  polling: string | undefined;
  /** The first webhook that was not posted. */
  simulated: SimulatedWebhook | undefined;
  /** What is to be said of keys that were discarded. */
  readonly discarded: string[] = [];

  constructor(isListening: () => boolean) {
    this.#isListening = isListening;
    watchWorldUrl();
  }

  /** A client that cannot be read may hide why it got 404: of a path that there is not, the first one is said. */
  noteRequest({ method, path, status, rule, detail }: RefusedRequest): void {
    this.sawFakeTimers ||= hasFakeTimers();
    if (rule !== 'errors.unknown-route' || this.#saidUnknownPath || !this.#isListening()) return;
    this.#saidUnknownPath = true;
    console.error(`podsim: ${method} ${path} was answered ${status}: ${detail}`);
  }

  /** To be called at the end of the test. */
  sayUnawaited(): void {
    const all = this.unawaited.list();
    for (const words of all.slice(0, unawaitedShown)) console.error(`podsim: ${words}`);
    if (all.length > unawaitedShown) console.error(`podsim: … and ${all.length - unawaitedShown} more were not awaited`);
  }

  readonly onManualWait = (call: string): void => console.error(`podsim: ${explainManualWait(call)}`);

  /** Only the report of a failed test says so: a test of limits asks so often. */
  readonly onManualPoll = (client: string): void => {
    this.polling = client;
  };

  /** Only the report of a failed test says so: a test may well mean it. */
  readonly onDiscardedKey = (words: string): void => void this.discarded.push(words);

  /** A test that reads the log needs no word. One whose receiver listens on this machine waits for a post. */
  readonly onSimulatedWebhook = (webhook: SimulatedWebhook): void => {
    this.simulated = webhook;
    if (this.#isListening() || isOnThisMachine(webhook.url)) console.error(`podsim: ${explainSimulatedWebhook(webhook)}`);
  };
}

const isOnThisMachine = (url: string): boolean => URL.canParse(url) && isLoopback(new URL(url).hostname);

let isWatched = false;
let isSaid = false;

/** Says on standard error, once for each world, that a request to a world without a socket has left this process. */
const watchWorldUrl = (): void => {
  isSaid = false;
  if (isWatched) return;
  isWatched = true;
  subscribe('undici:request:create', (message) => {
    sayIfWorld(String((message as { readonly request?: { readonly origin?: unknown } }).request?.origin));
  });
  subscribe('http.client.request.start', (message) => {
    const request = (message as { readonly request?: ClientRequest }).request;
    sayIfWorld(`${request?.protocol}//${request?.host}`);
  });
};

const sayIfWorld = (origin: string): void => {
  if (isSaid || origin !== worldUrl) return;
  isSaid = true;
  console.error(
    `podsim: a request to ${worldUrl} goes over the network, where nothing has this name: call world.fetch in place of fetch, ` +
      'or take the url of a port: const { url } = await world.listen()',
  );
};
