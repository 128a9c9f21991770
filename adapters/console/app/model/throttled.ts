import { effect, type ReadonlySignal, signal } from '@preact/signals';

/** A signal that follows another: at once if that has been still, and else once in so many milliseconds. */
export const throttle = <T>(source: ReadonlySignal<T>, ms: number): ReadonlySignal<T> => {
  const follower = signal(source.peek());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    timer = undefined;
    if (follower.peek() === source.peek()) return;
    follower.value = source.peek();
    timer = setTimeout(follow, ms);
  };
  effect(() => {
    source.value;
    if (timer === undefined) follow();
  });
  return follower;
};

/** A signal that follows another so many milliseconds after it has changed, and no more often than that. */
export const delay = <T>(source: ReadonlySignal<T>, ms: number): ReadonlySignal<T> => {
  const follower = signal(source.peek());
  let isWaiting = false;
  const follow = (): void => {
    isWaiting = false;
    follower.value = source.peek();
  };
  effect(() => {
    if (source.value === follower.peek() || isWaiting) return;
    isWaiting = true;
    setTimeout(follow, ms);
  });
  return follower;
};
