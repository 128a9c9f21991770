/** What measures a text: of a canvas, only this much. */
interface Measure {
  measureText(text: string): { readonly width: number };
}

/** A text as far as there is room for it; the last `kept` characters stay, where there is room for more than them. */
export const fitText = (ctx: Measure, text: string, room: number, kept = 0): string => {
  if (ctx.measureText(text).width <= room) return text;
  const end = kept === 0 ? '' : text.slice(-kept);
  let [fits, tooLong] = [0, text.length - end.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (ctx.measureText(`${text.slice(0, middle)}…${end}`).width <= room) fits = middle;
    else tooLong = middle;
  }
  if (fits > 0) return `${text.slice(0, fits)}…${end}`;
  return kept === 0 ? '' : fitText(ctx, text, room);
};
