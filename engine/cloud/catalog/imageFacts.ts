import type { Distribution } from '../handler/distribution.ts';

/** What a process may load before its first job; how long that takes, its timing says (handler.first-job). */
export const loadKinds = ['imports', 'checkpoint'] as const;
type LoadKind = (typeof loadKinds)[number];

/** What a world says of an image. */
export interface ImageFacts {
  readonly name: string;
  /** How much is pulled for it (image.size): 1,000 are a gigabyte. */
  readonly megabytes?: number;
  /** How long a container with it takes to start (image.start). */
  readonly start?: Distribution;
  /** How long a restore of such a container takes, with FLASHBOOT (image.start). */
  readonly restore?: Distribution;
  /** How much longer the first job of each of its processes runs (handler.first-job). */
  readonly load?: Distribution | LoadKind;
}
