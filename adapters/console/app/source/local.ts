import type { PlayerMessage, PlayRequest, WorkerRequest } from '../model/port/messages.ts';
import type { Source, SourceSink } from '../model/port/source.ts';
import { askWorker } from './worker.ts';

/** Plays a scenario in a worker of the page. */
export const localSource = (run: PlayRequest, script: string): Source => {
  const stops: (() => void)[] = [];
  const ask = (request: WorkerRequest, hear: (message: PlayerMessage) => void): void => {
    stops.push(askWorker(script, request, hear));
  };
  return {
    open: (sink) => ask({ type: 'play', run }, (message) => deliver(message, sink)),
    readAnswers: (take) =>
      ask({ type: 'answer', run }, (message) => {
        if (message.type === 'answered') take(message.answers);
      }),
    close: () => {
      for (const stop of stops) stop();
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
    case 'measured':
    case 'ended otherwise':
    case 'answered':
      return;
  }
};
