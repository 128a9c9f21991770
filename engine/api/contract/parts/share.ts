import { z } from 'zod';

const percentagePattern = /^\d{1,3}(?:\.\d{1,6})?%$/;

/** Reads the share in a text such as `5%`; undefined for other texts. */
export const parseShare = (text: string): number | undefined =>
  percentagePattern.test(text) ? Number(text.slice(0, -1)) / 100 : undefined;

/** A share as a percentage, `5%`, read as a number. A value that is not a part of a whole, such as a scale, may be more than 100%. */
export const shareText = z
  .string()
  .regex(percentagePattern, 'must be a percentage such as 5%')
  .transform((text) => parseShare(text) ?? 0)
  .meta({ description: 'A percentage: 5%' });

const ratioWords = 'must be a ratio of whole numbers such as 1/20, or a percentage such as 5%';

/** `1/20`, or `5%`: a chance as a ratio of whole numbers. */
export const ratio = z
  .string({ error: ratioWords })
  .regex(/^(?:\d{1,9}\/[1-9]\d{0,8}|\d{1,3}(?:\.\d{1,6})?%)$/, ratioWords)
  .transform((text): [number, number] => {
    if (!text.endsWith('%')) return text.split('/').map(Number) as [number, number];
    const [whole = '', fraction = ''] = text.slice(0, -1).split('.');
    // 0.5 % are 5 in a thousand: both numbers stay whole.
    return [Number(whole + fraction), 100 * Number(`1${'0'.repeat(fraction.length)}`)];
  })
  .refine(([of, among]) => of <= among, 'must not be more than 1')
  .meta({ description: 'A chance as a ratio of whole numbers, or a percentage: 1/20, 5%' });
