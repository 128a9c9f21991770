import { nearestTo } from '../../../engine/kernel/index.ts';
import { optionVariables } from './options.ts';

/** The variables that podsim reads besides those of options. */
const others = ['PODSIM_COVERAGE', 'PODSIM_INTERCEPTED', 'PODSIM_PAGES', 'PODSIM_PROGRESS_SECONDS', 'PODSIM_UPDATE', 'PODSIM_URL'];

const prefix = 'PODSIM_';

/**
 * Writes a line for each variable of the environment that podsim does not know, if its name is nearly that of an unset one. `ofOptions`:
 * the variables of options.
 */
export const describeMistyped = (env: NodeJS.ProcessEnv, ofOptions: Iterable<string>): readonly string[] => {
  const known = new Set([...ofOptions, ...others]);
  const unset = [...known].filter((name) => env[name] === undefined).map((name) => name.slice(prefix.length));
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith(prefix) || known.has(name)) return [];
    const [meant] = nearestTo(name.slice(prefix.length), unset);
    return meant === undefined ? [] : [`${name} is set, and changes nothing; did you mean ${prefix}${meant}?`];
  });
};

export const warnOfMistyped = (): void => {
  for (const line of describeMistyped(process.env, optionVariables)) process.stderr.write(`${line}\n`);
};
