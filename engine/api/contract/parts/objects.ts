import { z } from 'zod';
import { lazily } from '../../../kernel/collections/lazily.ts';

/** `z.strictObject` of properties that are made when a value first meets it: of all formats and operations, a process needs few. */
export const strictObject = <Shape extends z.core.$ZodLooseShape>(makeShape: () => Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(onDemand(makeShape));

/** The same as `z.object`, which ignores other properties. */
export const openObject = <Shape extends z.core.$ZodLooseShape>(makeShape: () => Shape): z.ZodObject<Shape, z.core.$strip> =>
  z.object(onDemand(makeShape));

/** An object whose properties are made when the first of them is asked for, all at once. Zod asks when it first checks or describes. */
const onDemand = <Made extends object>(make: () => Made): Made => {
  const made = lazily(make);
  return new Proxy({} as Made, {
    get: (_, name) => Reflect.get(made(), name),
    has: (_, name) => Reflect.has(made(), name),
    ownKeys: () => Reflect.ownKeys(made()),
    // A proxy must not report a property as fixed that its own target lacks, and this target is empty.
    getOwnPropertyDescriptor: (_, name) => {
      const property = Reflect.getOwnPropertyDescriptor(made(), name);
      return property && { ...property, configurable: true };
    },
  });
};

/** Parts of an object, one for each of the names: the compiler requires a part for each new name. */
export type PartsFor<Name extends string> = Readonly<Record<Name, z.ZodType>> & Readonly<Record<string, z.ZodType>>;
