import type { MessagePort } from 'node:worker_threads';
import type { Story } from '../../engine/lab/explorer/index.ts';

/** Loaded at its first use: every start of the command line loads this file, and few stories are checked in another thread. */
const loadThreads = () => process.getBuiltinModule('node:worker_threads');

/** What is wrong with a story by a law; undefined if the law holds. */
export type Checked = string | undefined;

/** How a thread asks another one about stories, and waits for the answers. The number counts answers. */
export interface QuestionLine {
  readonly port: MessagePort;
  readonly answers: Int32Array;
}

/**
 * The other end of a line: a thread that shortens stories asks one question after the other, and each next story depends on the answer, while
 * a server answers later, in turns of the event loop. So the thread sleeps, and the one that opened the line checks the story meanwhile.
 */
export const openLine = (check: (story: Story) => Promise<Checked>): { readonly line: QuestionLine; close(): void } => {
  const { port1: here, port2: port } = new (loadThreads().MessageChannel)();
  const answers = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const answer = (words: Checked): void => {
    here.postMessage(words);
    Atomics.add(answers, 0, 1);
    Atomics.notify(answers, 0);
  };
  // A thread must not sleep for ever: an error is an answer, too.
  const threw = (error: unknown): string => `an error is thrown: ${error instanceof Error ? error.message : String(error)}`;
  here.on('message', (story: Story) => void check(story).catch(threw).then(answer));
  return { line: { port, answers }, close: () => here.close() };
};

/** Asks about a story, and returns when it is answered. Not for the thread that opened the line: it would wait for itself. */
export const askOver = ({ port, answers }: QuestionLine, story: Story): Checked => {
  const before = Atomics.load(answers, 0);
  port.postMessage(story);
  Atomics.wait(answers, 0, before);
  return (loadThreads().receiveMessageOnPort(port) as { readonly message: Checked } | undefined)?.message;
};
