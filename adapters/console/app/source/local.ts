import type { PlayerMessage, PlayRequest } from './messages.ts';
import type { Source, SourceSink } from './source.ts';

/** Plays a scenario in a worker of the page. The worker runs the page's own script, so nothing is fetched. */
export const localSource = (request: PlayRequest, script: string): Source => {
  let worker: Worker | undefined;
  const close = (): void => {
    worker?.terminate();
    worker = undefined;
  };
  return {
    open: (sink) => {
      const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
      worker = new Worker(url);
      worker.onmessage = ({ data }: MessageEvent<PlayerMessage>) => {
        // The worker has begun, so it has read its script.
        URL.revokeObjectURL(url);
        if (worker !== undefined) deliver(data, sink);
        if (data.type === 'ended' || data.type === 'failed') close();
      };
      worker.onerror = ({ message }) => {
        close();
        sink.fail([`the worker that plays the scenario has failed: ${message}`]);
      };
      worker.postMessage(request);
    },
    close,
  };
};

const deliver = (message: PlayerMessage, sink: SourceSink): void => {
  switch (message.type) {
    case 'began':
      return sink.begin(message.header, message.title);
    case 'appended':
      return sink.append(message.entries);
    case 'ended':
      return sink.end(message.outcome);
    case 'failed':
      return sink.fail(message.problems);
  }
};
