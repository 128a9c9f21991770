/** Reads the data of server-sent events from a text that arrives in pieces of any length. */
export const frameReader = <Data>(): ((piece: string) => readonly Data[]) => {
  let pieces: string[] = [];
  return (piece) => {
    const end = piece.lastIndexOf('\n\n');
    // What ends with a line and continues with an empty one ends a frame, too.
    const ends = end === -1 && pieces.at(-1)?.endsWith('\n') === true && piece.startsWith('\n') ? 1 : end === -1 ? 0 : end + 2;
    if (ends === 0) {
      pieces.push(piece);
      return [];
    }
    const text = pieces.join('') + piece.slice(0, ends);
    pieces = ends === piece.length ? [] : [piece.slice(ends)];
    return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice('data: '.length)) as Data] : []));
  };
};
