import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Pen } from './svgPen.ts';

/** What a painter gets: a context in CSS pixels, the size, and the colors of the current theme. */
export interface Easel<Context extends Pen = Pen> {
  readonly ctx: Context;
  readonly width: number;
  readonly height: number;
  /** What the names of tracks take at the left, and what stays free at the right: all tracks have one left edge. */
  readonly gutter: number;
  readonly edge: number;
  readonly color: (name: string) => string;
}

export type CanvasEasel = Easel<CanvasRenderingContext2D>;

/** A canvas, as a component holds it. */
interface Canvas {
  /** For the `ref` of the element: it is called when the element appears, and when it goes. */
  readonly attach: (canvas: HTMLCanvasElement | null) => void;
  readonly current: () => HTMLCanvasElement | null;
  readonly repaint: () => void;
}

/** Paints a canvas when it appears, when its size or the theme changes, and when `repaint` is called; at most once in a frame. */
export const useCanvas = (paint: (easel: CanvasEasel) => void): Canvas => {
  const latest = useRef(paint);
  latest.current = paint;
  const canvas = useMemo(() => watchCanvas((easel) => latest.current(easel)), []);
  // What the component read when it was drawn may have changed.
  useEffect(canvas.repaint);
  return canvas;
};

/** Paints canvases at once. */
export const paintNow = (selector: string): void => {
  for (const canvas of document.querySelectorAll(selector)) canvas.dispatchEvent(new Event(paintEvent));
};

const paintEvent = 'paint';

const watchCanvas = (paint: (easel: CanvasEasel) => void): Canvas => {
  const theme = matchMedia('(prefers-color-scheme: dark)');
  let [element, frame] = [null as HTMLCanvasElement | null, 0];
  const repaint = (): void => {
    if (frame !== 0 || element === null) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (element === null) return;
      paintOn(element, paint);
      requestAnimationFrame(repaintIfResized);
    });
  };
  // A size that is there for one frame only, and is again what it was, is no change to an observer.
  const repaintIfResized = (): void => {
    if (element !== null && element.height !== Math.round(element.clientHeight * devicePixelRatio)) repaint();
  };
  const observer = new ResizeObserver(repaint);
  const paintAtOnce = (): void => {
    if (element !== null) paintOn(element, paint);
  };
  return {
    attach: (canvas) => {
      observer.disconnect();
      theme.removeEventListener('change', repaint);
      element = canvas;
      if (canvas === null) return;
      observer.observe(canvas);
      canvas.addEventListener(paintEvent, paintAtOnce);
      theme.addEventListener('change', repaint);
      repaint();
    },
    current: () => element,
    repaint,
  };
};

const paintOn = (canvas: HTMLCanvasElement, paint: (easel: CanvasEasel) => void): void => {
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
  const pixels = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
  // To read a property of a style takes as long as to draw a bar.
  const colors = new Map<string, string>();
  const color = (name: string): string => {
    const known = colors.get(name) ?? style.getPropertyValue(`--${name}`);
    colors.set(name, known);
    return known;
  };
  paint({ ctx, width, height, gutter: pixels('--gutter'), edge: pixels('--edge'), color });
};
