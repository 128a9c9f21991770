/** An error of a store, with a message for the person who can fix it. Any other error is a bug of podsim. */
export class StoreProblem extends Error {}

/** Another writer was first: the world exists already, or its log is not at the expected entry. */
export class StoreConflict extends StoreProblem {
  override readonly name = 'StoreConflict';
}

/** There is no such world. */
export class StoreUnknown extends StoreProblem {
  override readonly name = 'StoreUnknown';
}

/** Another process has become the owner: nothing more is acknowledged. */
export class StoreLost extends StoreProblem {
  override readonly name = 'StoreLost';
}

/** It is open already: in this process, or in another one that is alive. */
export class StoreLocked extends StoreProblem {
  override readonly name = 'StoreLocked';
}

/** The stored data differs from the written data, and no crash can have caused it. Nothing is cut off without a request. */
export class StoreDamaged extends StoreProblem {
  override readonly name = 'StoreDamaged';
  /** The first entry that may be wrong; 0 is the header. */
  readonly entry: number;

  constructor(words: string, entry: number) {
    super(words);
    this.entry = entry;
  }
}

/** There is no room. The operation was not done, and can be repeated when there is room. */
export class StoreFull extends StoreProblem {
  override readonly name = 'StoreFull';
}

/** The file must not be written, or the disk fails. The operation was not done, and can be repeated. */
export class StoreUnwritable extends StoreProblem {
  override readonly name = 'StoreUnwritable';
}

/** A sync failed: the last writes may not be on the disk. The log can be read, and can be appended to after it is opened again. */
export class StoreUnsafe extends StoreProblem {
  override readonly name = 'StoreUnsafe';
}

/** The store or the log was closed before. */
export class StoreClosed extends StoreProblem {
  override readonly name = 'StoreClosed';
}

/** This id is not valid for a world. */
export class WorldIdRefused extends StoreProblem {
  override readonly name = 'WorldIdRefused';
}

/** Does `work`, and converts an error of the operating system to a store's problem. */
export const orProblem = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw explainError(path, error);
  }
};

/** The problem for an error of the operating system; any other error unchanged. */
export const explainError = (path: string, error: unknown): unknown => {
  if (error instanceof StoreProblem) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const reason = `${path}: ${describeReason(code, syscall)}`;
  return code in roomCodes ? new StoreFull(`${reason}${findRemedy(code)}`) : new StoreUnwritable(`${reason}${findRemedy(code)}`);
};

/** The problem for a failed sync. */
export const unsafe = (path: string, error: unknown): StoreUnsafe => {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const reason = code === undefined || syscall === undefined ? String(error) : describeReason(code, syscall);
  return new StoreUnsafe(
    `${path}: a sync failed, so the last writes may not be on the disk: ${reason}; fix that, then start podsim again: it continues from what the disk has`,
  );
};

/** Whether an error says that no more files can be opened, which says nothing of the file that was to be. */
export const isOutOfFiles = (error: unknown): boolean => /^E[MN]FILE$/.test((error as NodeJS.ErrnoException | undefined)?.code ?? '');

/** The remedy for an error of the operating system, as the end of a sentence; empty if none is known. */
export const findRemedy = (code: string): string => {
  const remedy = code in roomCodes ? 'make room, and try again' : remedies[code];
  return remedy === undefined ? '' : `: ${remedy}`;
};

/** Why a file cannot be read, in words that follow its name. */
export const explainUnreadable = (code = 'unknown'): string =>
  `cannot be read (${code})${['EMFILE', 'ENFILE', 'EIO'].includes(code) ? findRemedy(code) : ''}`;

const describeReason = (code: string, syscall: string): string => `${roomCodes[code] ?? otherCodes[code] ?? `${syscall} fails`} (${code})`;

// biome-ignore format: a table
const roomCodes: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG:  'the file may not grow any longer',
};

// biome-ignore format: a table
const remedies: Readonly<Record<string, string>> = {
  EROFS:   'make it writable',
  EACCES:  'let this user write there',
  EPERM:   'let this user write there',
  EIO:     'look after the disk',
  EMFILE:  'let this process open more files (ulimit -n 4096)',
  ENFILE:  'close other programs that keep files open',
  ENOENT:  'make its folder first',
  EISDIR:  'name a file, not a folder',
  EEXIST:  'name another place',
  ENOTDIR: 'name another place',
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
