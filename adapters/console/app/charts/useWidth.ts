import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** The width of an element in pixels, so that a drawing in it has texts of the usual size. */
export const useWidth = <T extends Element>(usual: number) => {
  const ref = useRef<T>(null);
  const width = useSignal(usual);
  useEffect(() => {
    const { current } = ref;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      width.value = Math.max(240, Math.floor(current.getBoundingClientRect().width));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [width]);
  return { ref, width };
};
