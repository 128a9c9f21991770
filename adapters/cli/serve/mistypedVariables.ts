import { nearestTo } from '../../../engine/kernel/index.ts';
import { optionVariables } from './options.ts';

/** What podsim reads beside the variables of options. */
const others = ['PODSIM_COVERAGE', 'PODSIM_INTERCEPTED', 'PODSIM_PAGES', 'PODSIM_PROGRESS_SECONDS', 'PODSIM_UPDATE', 'PODSIM_URL'];

const prefix = 'PODSIM_';

/**
 * A line for each variable of the environment that is none of podsim's, and nearly has the name of one that is not set. `ofOptions`: the variables
 * that options have.
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
