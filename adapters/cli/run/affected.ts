import { basename, dirname, resolve, sep } from 'node:path';

/**
 * The scenario files that are played again when a file has changed: itself; those beside it or above that name it, such as a world that they
 * include or a table of arrivals; and the one whose timeline it is.
 */
export const selectAffected = (changed: string, files: readonly string[], read: (file: string) => string): readonly string[] => {
  const at = resolve(changed);
  return files.filter((file) => {
    const own = resolve(file);
    if (own === at || own.replace(/\.scenario\.yaml$/, '.timeline.txt') === at) return true;
    return at.startsWith(dirname(own) + sep) && read(file).includes(basename(at));
  });
};
