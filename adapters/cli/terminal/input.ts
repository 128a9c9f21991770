import { createRequire } from 'node:module';
import type { Ask } from '../learn/lessonText.ts';

/** Loaded at its first use. By `require`, because the command line is a script with cached code. */
const loadReadline = (): typeof import('node:readline') => createRequire(import.meta.url)('node:readline');

/** A terminal that lines are read from. */
export interface OpenTerminal {
  readonly ask: Ask;
  readonly close: () => void;
}

/** The terminal of this process; undefined if input or output is no terminal. Lines that are typed before they are asked for are queued. */
export const openOwnTerminal = (): OpenTerminal | undefined => {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return undefined;
  const kept: string[] = [];
  let isOver = false;
  let taker: ((line: string | undefined) => void) | undefined;
  const lines = loadReadline().createInterface({ input: process.stdin, output: process.stdout });
  const give = (line: string | undefined): void => {
    const take = taker;
    taker = undefined;
    if (take !== undefined) take(line);
    else if (line !== undefined) kept.push(line);
  };
  lines.on('line', give);
  lines.on('close', () => {
    isOver = true;
    give(undefined);
  });
  const ask: Ask = (prompt) => {
    if (!isOver) {
      lines.setPrompt(prompt);
      lines.prompt();
    }
    const line = kept.shift();
    if (line !== undefined || isOver) return Promise.resolve(line);
    return new Promise((resolve) => {
      taker = resolve;
    });
  };
  return { ask, close: () => lines.close() };
};
