import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** What a painter gets: a context in CSS pixels, the size, and the colors of the current theme. */
export interface Easel {
  readonly ctx: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly color: (name: string) => string;
}

/** Paints a canvas when it appears, when its size or the theme changes, and when `repaint` is called; at most once in a frame. */
export const useCanvas = (
  paint: (easel: Easel) => void,
): { readonly ref: RefObject<HTMLCanvasElement | null>; readonly repaint: () => void } => {
  const ref = useRef<HTMLCanvasElement>(null);
  const latest = useRef(paint);
  latest.current = paint;
  const frame = useRef(0);
  const repaint = useRef(() => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      if (ref.current !== null) paintOn(ref.current, latest.current);
    });
  }).current;
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return undefined;
    const observer = new ResizeObserver(repaint);
    observer.observe(canvas);
    const theme = matchMedia('(prefers-color-scheme: dark)');
    theme.addEventListener('change', repaint);
    return () => {
      observer.disconnect();
      theme.removeEventListener('change', repaint);
      cancelAnimationFrame(frame.current);
      frame.current = 0;
    };
  }, [repaint]);
  // Whatever the component read when it was drawn may have changed.
  useEffect(repaint);
  return { ref, repaint };
};

const paintOn = (canvas: HTMLCanvasElement, paint: (easel: Easel) => void): void => {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  const [pixelsWide, pixelsHigh] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelsWide) canvas.width = pixelsWide;
  if (canvas.height !== pixelsHigh) canvas.height = pixelsHigh;
  const ctx = canvas.getContext('2d');
  if (ctx === null || width === 0 || height === 0) return;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  ctx.direction = 'ltr';
  ctx.textBaseline = 'middle';
  const style = getComputedStyle(canvas);
  paint({ ctx, width, height, color: (name) => style.getPropertyValue(`--${name}`) });
};
