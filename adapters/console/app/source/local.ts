import type { PlayerMessage, PlayRequest } from './messages.ts';
import type { Source, SourceSink } from './source.ts';
import { askWorker } from './worker.ts';

/** Plays a scenario in a worker of the page. */
export const localSource = (run: PlayRequest, script: string): Source => {
  let stop: (() => void) | undefined;
  return {
    open: (sink) => {
      stop = askWorker(script, { type: 'play', run }, (message) => deliver(message, sink));
    },
    close: () => stop?.(),
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
    case 'measured':
      return undefined;
    case 'failed':
      return sink.fail(message.problems);
  }
};
