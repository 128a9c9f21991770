import type { Answer } from '../../engine/index.ts';

/** The body of an answer as it goes out. A worker's text does so as it is, where its type is not JSON's. */
export const textOf = ({ body, headers }: Pick<Answer, 'body' | 'headers'>): string | undefined => {
  const type = headers?.['content-type'];
  return typeof body === 'string' && type !== undefined && !/[/+]json\b/.test(type) ? body : JSON.stringify(body);
};
