/** What a store cannot do, in words for whoever can mend it. Whatever is thrown beside these is our fault. */
export class StoreProblem extends Error {}

/** Somebody else was there first: the world exists already, or its log stands elsewhere than expected. */
export class StoreConflict extends StoreProblem {
  override readonly name = 'StoreConflict';
}

/** There is no such world. */
export class StoreUnknown extends StoreProblem {
  override readonly name = 'StoreUnknown';
}

/** Somebody else owns it, and is alive. */
export class StoreLocked extends StoreProblem {
  override readonly name = 'StoreLocked';
}

/** What is kept is not what was written, and no crash can have done it: nothing is cut off without being asked for. */
export class StoreDamaged extends StoreProblem {
  override readonly name = 'StoreDamaged';
  /** The first entry that cannot be vouched for; 0 is the header. */
  readonly entry: number;

  constructor(words: string, entry: number) {
    super(words);
    this.entry = entry;
  }
}

/** There is no room. What was asked for was not done, and can be asked for again when there is. */
export class StoreFull extends StoreProblem {
  override readonly name = 'StoreFull';
}

/** It may not be written to, or the disk fails. What was asked for was not done, and can be asked for again. */
export class StoreUnwritable extends StoreProblem {
  override readonly name = 'StoreUnwritable';
}

/** A sync failed: what was written last may not be on the disk. The log can be read; it grows again when it is opened anew. */
export class StoreUnsafe extends StoreProblem {
  override readonly name = 'StoreUnsafe';
}

/** It was closed before. */
export class StoreClosed extends StoreProblem {
  override readonly name = 'StoreClosed';
}

/** Not an id that a world can have. */
export class WorldIdRefused extends StoreProblem {
  override readonly name = 'WorldIdRefused';
}

/** Gives what `work` gives; what the operating system refuses is said in the words of a store. */
export const orProblem = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw problemOf(path, error);
  }
};

/** The problem that an error of the operating system stands for; any other error as it is. */
export const problemOf = (path: string, error: unknown): unknown => {
  if (error instanceof StoreProblem) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const reason = `${path}: ${reasonOf(code, syscall)}`;
  return code in roomCodes ? new StoreFull(`${reason}${remedyOf(code)}`) : new StoreUnwritable(`${reason}${remedyOf(code)}`);
};

/** The problem that a failed sync stands for. */
export const unsafe = (path: string, error: unknown): StoreUnsafe => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const reason = code === undefined || syscall === undefined ? String(error) : reasonOf(code, syscall);
  return new StoreUnsafe(
    `${path}: a sync failed, so what was written last may not be on the disk: ${reason}; mend it, then start podsim again: it goes on from what the disk has`,
  );
};

/** What can be done about an error of the operating system, as the end of a sentence; nothing where that is not known. */
export const remedyOf = (code: string): string => {
  const remedy = code in roomCodes ? 'make room, and try again' : remedies[code];
  return remedy === undefined ? '' : `: ${remedy}`;
};

const reasonOf = (code: string, syscall: string): string => `${roomCodes[code] ?? otherCodes[code] ?? `${syscall} fails`} (${code})`;

// biome-ignore format: a table
const roomCodes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG:  'the file may not grow any longer',
};

// biome-ignore format: a table
const remedies: Readonly<Record<string, string>> = {
  EROFS:  'make it writable',
  EACCES: 'let this user write there',
  EPERM:  'let this user write there',
  EIO:    'look after the disk',
  EMFILE: 'let this process open more files (ulimit -n)',
};

// biome-ignore format: a table
const otherCodes: Readonly<Record<string, string>> = {
  EROFS:   'the file system is read-only',
  EACCES:  'the permission is missing',
  EPERM:   'it is not permitted',
  EIO:     'the disk fails',
  ENOENT:  'there is no such file or folder',
  EMFILE:  'too many files are open',
  EEXIST:  'something else is in its place',
  ENOTDIR: 'something else is in its place',
};
