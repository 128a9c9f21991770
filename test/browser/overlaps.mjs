import assert from 'node:assert/strict';
import { until } from './support.mjs';

/** Runs in the page: texts and controls that lie over one another, as they are seen. What is meant to cover the page is not compared with it. */
const findOverlaps = () => {
  const controls = 'button, input, select, textarea, a[href], summary';
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const scrollersOf = new Map();
  /** What is left of a box after each scroller around it has cut it. */
  const seenOf = (rect, element) => {
    const seen = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    let scrollers = scrollersOf.get(element);
    if (scrollers === undefined) {
      scrollers = [];
      for (let around = element; around !== null; around = around.parentElement) {
        if (getComputedStyle(around).overflow !== 'visible') scrollers.push(around.getBoundingClientRect());
      }
      scrollersOf.set(element, scrollers);
    }
    for (const cut of scrollers) {
      seen.left = Math.max(seen.left, cut.left);
      seen.top = Math.max(seen.top, cut.top);
      seen.right = Math.min(seen.right, cut.right);
      seen.bottom = Math.min(seen.bottom, cut.bottom);
    }
    return seen.right - seen.left > 2 && seen.bottom - seen.top > 2 ? seen : undefined;
  };
  /** The nearest part of the page that stays above what scrolls, or opens over it. */
  const layerOf = (element) => {
    for (let around = element; around !== null; around = around.parentElement) {
      if (around.matches('dialog, [popover]') || ['sticky', 'fixed'].includes(getComputedStyle(around).position)) return around;
    }
    return null;
  };
  const boxes = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg, canvas, script, style, [aria-hidden=true]') !== null || !isShown(element)) continue;
    const layer = layerOf(element);
    const add = (rect, what) => {
      const seen = seenOf(rect, element);
      if (seen !== undefined) boxes.push({ ...seen, element, layer, what });
    };
    if (element.matches(controls)) add(element.getBoundingClientRect(), `${element.tagName} ${element.className}`);
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) add(rect, node.data.trim().slice(0, 40));
    }
  }
  const found = [];
  for (const [k, a] of boxes.entries())
    for (const b of boxes.slice(k + 1)) {
      if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      // A line of text is higher than its letters.
      if (wide > 2 && high > 4) found.push(`${a.what} / ${b.what}: ${Math.round(wide)} x ${Math.round(high)}`);
    }
  return found;
};

/** No text or control lies over another one. */
export const assertNoOverlaps = (page, name) =>
  until(
    () => page.evaluate(findOverlaps),
    (found) => assert.deepEqual(found, [], name),
  );
