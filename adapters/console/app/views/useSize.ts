import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';

/** An element, and how wide or high it is; `usual` until that is known. */
export const useSize = (
  side: 'clientWidth' | 'clientHeight',
  usual: number,
): { readonly room: RefObject<HTMLDivElement | null>; readonly size: ReadonlySignal<number> } => {
  const room = useRef<HTMLDivElement>(null);
  const size = useSignal(usual);
  useEffect(() => {
    const box = room.current;
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => {
      size.value = box[side];
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [size, side]);
  return { room, size };
};

/** Whether the window is as narrow as the sheets mean that have rules for narrow ones. */
export const useNarrow = (): boolean => {
  const query = useMemo(() => matchMedia('(max-width: 820px)'), []);
  const isNarrow = useSignal(query.matches);
  useEffect(() => {
    const read = (): void => {
      isNarrow.value = query.matches;
    };
    query.addEventListener('change', read);
    return () => query.removeEventListener('change', read);
  }, [query, isNarrow]);
  return isNarrow.value;
};
