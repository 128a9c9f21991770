/**
 * The path of a mutant's file: below `engine/`, unless it is an adapter's or what tests judge with.
 * @param {{ file: string }} mutant
 */
export const pathOf = ({ file }) => {
  if (file.startsWith('oracle/')) return `test/${file}`;
  return file.startsWith('adapters/') ? file : `engine/${file}`;
};
