import { escapeHtml } from '../../../console/app/text.ts';

/** An axis from one number to another, drawn so many units wide. */
export interface Scale {
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
}

/** The axis of a plot: logarithmic where the values differ by more than this factor, else from 0. */
const logFrom = 20;

/** An axis on which all values have room. */
export const fitScale = (values: readonly number[], left: number, width: number): Scale => {
  const low = Math.min(...values);
  // Where all is nothing, the axis has some width all the same.
  const high = Math.max(...values) || 1;
  if (low > 0 && high / low > logFrom) {
    const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
    const ticks = Array.from({ length: to - from + 1 }, (_, k) => 10 ** (from + k));
    return { place: (value) => left + ((Math.log10(Math.max(value, 10 ** from)) - from) / (to - from)) * width, ticks };
  }
  const step = chooseTickStep(high);
  const end = Math.max(step, Math.ceil(high / step) * step);
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, k) => k * step);
  return { place: (value) => left + (Math.max(0, Math.min(value, end)) / end) * width, ticks };
};

/** A round step, of which an axis has two to five. */
const chooseTickStep = (high: number): number => {
  const size = 10 ** Math.floor(Math.log10(high / 2));
  return [1, 2, 5, 10].map((factor) => factor * size).find((step) => high / step <= 5) ?? size * 10;
};

type Attributes = Readonly<Record<string, string | number>>;

export const element = (name: string, attributes: Attributes, content = ''): string => {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeHtml(String(typeof value === 'number' ? round(value) : value))}"`,
  );
  return content === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${content}</${name}>`;
};

export const textAt = (x: number, y: number, text: string, attributes: Attributes = {}): string =>
  element('text', { x, y, ...attributes }, escapeHtml(text));

/** A picture with words for readers who cannot see it. `style`: of one that stands by itself. */
export const picture = (width: number, height: number, words: string, content: string, style?: string): string =>
  element(
    'svg',
    {
      ...(style === undefined ? {} : { xmlns: 'http://www.w3.org/2000/svg' }),
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': words,
    },
    `${style === undefined ? '' : `<style>${style}</style>`}${content}`,
  );

const round = (value: number): number => Math.round(value * 10) / 10;
