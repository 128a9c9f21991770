import { drawsFrom } from '../../../engine/kernel/rng.ts';

/** Independent standard normal values, from a seed (Box and Muller). */
export const normalValues = (seed: string) => {
  const draw = drawsFrom(seed);
  return (entity: string, k: number): number =>
    Math.sqrt(-2 * Math.log(1 - draw('radius', entity, k))) * Math.cos(2 * Math.PI * draw('angle', entity, k));
};
