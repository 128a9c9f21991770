import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/**
 * Requires the scripts of a folder with V8's code cache of an earlier start: compiling takes a quarter of a short start. The cache is in
 * the user's folder for caches, and is used only if no other user can have written it. It is valid for exactly this script, this version of
 * Node and this processor; if it cannot be read or written, V8 compiles the script. The cache holds what a start has used, so
 * different kinds of starts have different `purpose`s, and starts that use little only read it: `writes` is asked at their end.
 */
export const requireCached = (folder: string, purpose: string, writes: () => boolean): ((name: string) => unknown) => {
  const loaded = new Map<string, { exports: unknown }>();
  const makeRequire = (file: string) => {
    const plain = createRequire(file);
    return (name: string): unknown => (name.startsWith('./') ? load(join(dirname(file), name)) : plain(name));
  };
  const load = (file: string): unknown => {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    compile(file, purpose, writes).call(undefined, module.exports, makeRequire(file), module, file, dirname(file));
    return module.exports;
  };
  return (name) => load(join(folder, name));
};

type Wrapped = (exports: unknown, require: (name: string) => unknown, module: object, file: string, folder: string) => void;

const compile = (file: string, purpose: string, writes: () => boolean): Wrapped => {
  const bytes = readFileSync(file);
  const kind = `${purpose}-${runtime}-${process.version}-${process.arch}`;
  const cacheFile = join(cacheFolder(), `${basename(file)}-${crc32(bytes).toString(16)}.${kind}.cache`);
  const cached = readCode(cacheFile, bytes);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { 'use strict'; ${bytes.toString()}\n})`, {
    filename: file,
    ...(cached === undefined ? {} : { cachedData: cached }),
  });
  if (cached === undefined || script.cachedDataRejected === true)
    atExit(() => {
      if (writes()) writeCode(cacheFile, bytes, script);
    });
  return script.runInThisContext();
};

const exitWork: (() => void)[] = [];

/** At the end of the process, because by then V8 has compiled every function that such a start calls. One listener: Node warns of more than ten. */
const atExit = (work: () => void): void => {
  if (exitWork.length === 0)
    process.once('exit', () => {
      for (const each of exitWork) each();
    });
  exitWork.push(work);
};

// Bun reports a version of Node too, but its code caches have another format.
const runtime = process.versions['bun'] === undefined ? 'node' : 'bun';

/** The user's folder for caches: that of the XDG base directories, or of the system. */
const cacheFolder = (): string => {
  const { XDG_CACHE_HOME: given = '', LOCALAPPDATA: local = '' } = process.env;
  if (isAbsolute(given)) return join(given, 'podsim');
  if (process.platform === 'win32' && isAbsolute(local)) return join(local, 'podsim', 'Cache');
  return join(homedir(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']), 'podsim');
};

const headerBytes = 8;

/** Each script, version of Node and kind of start has a file of some megabytes: those of versions that are gone give way. */
const filesMax = 12;

/** The cached code, if it is intact and belongs to this source: V8 itself compares only lengths. */
const readCode = (cacheFile: string, source: Buffer): Buffer | undefined => {
  try {
    if (isForeign(dirname(cacheFile)) || isForeign(cacheFile)) return undefined;
    const cache = readFileSync(cacheFile);
    const code = cache.subarray(headerBytes);
    const isOfSource = cache.length > headerBytes && cache.readUInt32LE(0) === crc32(source) && cache.readUInt32LE(4) === crc32(code);
    return isOfSource ? code : undefined;
  } catch {
    return undefined;
  }
};

/** Code of another user is not run. Windows has neither these modes nor user ids. */
const isForeign = (path: string): boolean => {
  const { uid, mode } = lstatSync(path);
  return process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0);
};

const writeCode = (cacheFile: string, source: Buffer, script: Script): void => {
  // First under a name of its own, because other processes may be starting.
  const draft = `${cacheFile}.${process.pid}`;
  try {
    const code = script.createCachedData();
    const header = Buffer.alloc(headerBytes);
    header.writeUInt32LE(crc32(source), 0);
    header.writeUInt32LE(crc32(code), 4);
    makeFolder(dirname(cacheFile));
    writeFileSync(draft, Buffer.concat([header, code]), { mode: 0o600 });
    renameSync(draft, cacheFile);
    dropOld(dirname(cacheFile));
  } catch {
    rmSync(draft, { force: true });
  }
};

/** The folder for caches, and podsim's own below it. Not `recursive`: that hangs in some versions of Node below `/proc`. */
const makeFolder = (path: string): void => {
  for (const folder of [dirname(path), path]) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch {
      // It is there, or the file cannot be written either.
    }
  }
};

const dropOld = (folder: string): void => {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.cache'))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of files.slice(filesMax)) rmSync(path, { force: true });
};
