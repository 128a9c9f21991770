/**
 * The files of the engine in which no mutant stands yet. The list only gets shorter: a file that gets a row leaves it, and a new file comes
 * with its rows.
 * @type {readonly string[]}
 */
export const waitingForRows = [
];
