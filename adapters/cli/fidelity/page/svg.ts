import { escapeHtml } from '../../../console/app/text.ts';

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
