import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Desk } from '../desk.ts';
import { parseFilter } from './filter.ts';

/** The entries that a filter shows: all of them, or a list of numbers that may still grow. */
export interface Filtered {
  readonly seqs: readonly number[] | undefined;
  readonly isDone: boolean;
}

/** The longest time for which the page may freeze, in ms. */
const sliceMs = 10;

/** Applies the filter to the log, a slice at a time: a long log must not stop the page at each key. */
export const filterLog = (desk: Desk): { readonly result: ReadonlySignal<Filtered>; readonly dispose: () => void } => {
  const result = signal<Filtered>({ seqs: undefined, isDone: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const length = desk.length.value;
    const { log } = desk;
    const test = log === undefined ? undefined : parseFilter(log, desk.filter.value);
    clearTimeout(timer);
    if (test === undefined) {
      result.value = { seqs: undefined, isDone: true };
      return;
    }
    const found: number[] = [];
    let seq = (log?.first ?? 0) + 1;
    const search = (): void => {
      const until = performance.now() + sliceMs;
      for (; seq <= length && performance.now() < until; seq++) if (test(seq)) found.push(seq);
      const isDone = seq > length;
      result.value = { seqs: isDone ? found : found.slice(), isDone };
      if (!isDone) timer = setTimeout(search);
    };
    search();
  });
  return {
    result,
    dispose: () => {
      clearTimeout(timer);
      stop();
    },
  };
};
