import { InvalidArgument } from '../../engine/kernel/index.ts';
import { kindOfValue } from './checks/given.ts';
import type { CreateWorldOptions } from './createWorldOptions.ts';
import { failureReport } from './failureReport.ts';
import { createWorld, type TestWorld } from './testWorld.ts';

/** Gives a world to a function, disposes of it, and returns what the function returns. If it throws, prints what happened in the world. */
export const withWorld = async <T>(options: CreateWorldOptions, use: (world: TestWorld) => T | Promise<T>): Promise<T> => {
  if (typeof use !== 'function')
    throw new InvalidArgument(
      `withWorld: takes the options of a world, then a function: withWorld({}, async (world) => { … }); in place of the function it got ${kindOfValue(use)}`,
    );
  const world = createWorld(options);
  let result: T;
  try {
    result = await use(world);
  } catch (error) {
    console.error(failureReport(world));
    await world.dispose().catch(() => undefined);
    throw error;
  }
  await world.dispose();
  return result;
};
