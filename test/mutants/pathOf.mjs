/**
 * The path of a mutant's file: below `engine/`, unless it says that it is an adapter.
 * @param {{ file: string }} mutant
 */
export const pathOf = ({ file }) => (file.startsWith('adapters/') ? file : `engine/${file}`);
