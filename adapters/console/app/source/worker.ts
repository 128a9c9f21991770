import type { PlayerMessage, WorkerRequest } from '../model/port/messages.ts';

/**
 * Asks a worker of the page. It runs the page's own script: from its text, so that nothing is fetched, or from the address of its file if
 * pages share one. Returns a function that stops it.
 */
export const askWorker = (script: string, request: WorkerRequest, hear: (message: PlayerMessage) => void): (() => void) => {
  const isAddress = /^https?:/.test(script);
  const url = isAddress ? script : URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    worker.terminate();
  };
  worker.onmessage = ({ data }: MessageEvent<PlayerMessage>) => {
    // The worker has begun, so it has read its script.
    URL.revokeObjectURL(url);
    if (isOver) return;
    if (data.type !== 'began' && data.type !== 'appended') stop();
    hear(data);
  };
  worker.onerror = ({ message }) => {
    stop();
    hear({ type: 'failed', problems: [`the worker that plays the scenario has failed: ${message}`] });
  };
  worker.postMessage(request);
  return stop;
};
