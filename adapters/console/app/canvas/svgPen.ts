import { escapeHtml } from '../text.ts';

/** What the painter of lanes uses of a canvas. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'globalAlpha'
  | 'font'
  | 'fillRect'
  | 'strokeRect'
  | 'fillText'
  | 'setLineDash'
  | 'save'
  | 'restore'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'rect'
  | 'clip'
> & { measureText(text: string): { readonly width: number } };

/** A viewer has one of these, and its characters are as wide as `characterWidth` says, or narrower. */
export const pictureFont = "'DejaVu Sans Mono', Menlo, Consolas, monospace";
const characterWidth = 0.61;

/**
 * A pen that writes SVG. It knows what `Pen` has: rectangles, lines, texts and rectangular clips. Texts stand in the middle of their height, and each is at
 * most as wide as `measureText` says.
 */
export class SvgPen implements Pen {
  fillStyle: Pen['fillStyle'] = '';
  strokeStyle: Pen['strokeStyle'] = '';
  lineWidth = 1;
  globalAlpha = 1;
  font = '';
  readonly #fontSize: number;
  readonly #elements: string[] = [];
  /** How many groups each `save` has opened since. */
  readonly #open: number[] = [];
  #dash = '';
  #rect: readonly number[] = [];
  #path = '';
  #clips = 0;

  constructor(fontSize: number) {
    this.#fontSize = fontSize;
  }

  get elements(): string {
    return this.#elements.join('\n');
  }

  measureText(text: string): { readonly width: number } {
    return { width: [...text].length * this.#fontSize * characterWidth };
  }

  fillRect(...box: Rectangle): void {
    this.#elements.push(`<rect ${writeBox(box)} fill="${String(this.fillStyle)}"${this.#opacity}/>`);
  }

  strokeRect(...box: Rectangle): void {
    this.#elements.push(
      `<rect ${writeBox(box)} fill="none" stroke="${String(this.strokeStyle)}" stroke-width="${this.lineWidth}"${this.#dash}${this.#opacity}/>`,
    );
  }

  fillText(text: string, x: number, y: number): void {
    if (text === '') return;
    this.#elements.push(
      `<text x="${short(x)}" y="${short(y)}" fill="${String(this.fillStyle)}"${this.#opacity}>${escapeHtml(text)}</text>`,
    );
  }

  setLineDash(lengths: Iterable<number>): void {
    const dash = [...lengths].join(' ');
    this.#dash = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
  }

  save(): void {
    this.#open.push(0);
  }

  restore(): void {
    this.#elements.push('</g>'.repeat(this.#open.pop() ?? 0));
  }

  beginPath(): void {
    this.#rect = [];
    this.#path = '';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${short(x)} ${short(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${short(x)} ${short(y)}`;
  }

  stroke(): void {
    this.#elements.push(
      `<path d="${this.#path}" fill="none" stroke="${String(this.strokeStyle)}" stroke-width="${this.lineWidth}"${this.#opacity}/>`,
    );
  }

  rect(...box: Rectangle): void {
    this.#rect = box;
  }

  clip(): void {
    const id = `clip-${++this.#clips}`;
    this.#elements.push(`<clipPath id="${id}"><rect ${writeBox(this.#rect as Rectangle)}/></clipPath><g clip-path="url(#${id})">`);
    this.#open.push((this.#open.pop() ?? 0) + 1);
  }

  get #opacity(): string {
    return this.globalAlpha === 1 ? '' : ` opacity="${this.globalAlpha}"`;
  }
}

type Rectangle = [x: number, y: number, width: number, height: number];

const writeBox = ([x, y, width, height]: Rectangle): string =>
  `x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, width))}" height="${short(Math.max(0, height))}"`;

const short = (length: number): number => Math.round(length * 100) / 100;
