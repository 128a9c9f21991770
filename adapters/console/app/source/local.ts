import type { PlayerMessage, PlayRequest } from './messages.ts';
import type { Source, SourceSink } from './source.ts';

/** Plays a scenario in a worker of the page. The worker runs the page's own script, so nothing is fetched. */
export const localSource = (request: PlayRequest, script: string): Source => {
  const workers = new Set<Worker>();
  const end = (worker: Worker): void => {
    worker.terminate();
    workers.delete(worker);
  };
  /** A worker for one request. It ends with its last message. */
  const ask = (asked: PlayRequest, take: (message: PlayerMessage) => void): void => {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const worker = new Worker(url);
    workers.add(worker);
    worker.onmessage = ({ data }: MessageEvent<PlayerMessage>) => {
      // The worker has begun, so it has read its script.
      URL.revokeObjectURL(url);
      if (workers.has(worker)) take(data);
      if (data.type === 'ended' || data.type === 'answered' || data.type === 'failed') end(worker);
    };
    worker.onerror = ({ message }) => {
      end(worker);
      take({ type: 'failed', problems: [`the worker that plays the scenario has failed: ${message}`] });
    };
    worker.postMessage(asked);
  };
  return {
    open: (sink) => ask(request, (message) => deliver(message, sink)),
    readAnswers: (take) =>
      ask({ ...request, wants: 'answers' }, (message) => {
        if (message.type === 'answered') take(message.answers);
      }),
    close: () => {
      for (const worker of workers) end(worker);
    },
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
    case 'answered':
      return;
  }
};
