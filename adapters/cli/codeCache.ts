import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/**
 * Requires the scripts of a folder with V8's code cache of an earlier start: compiling takes a quarter of a short start. The cache is
 * beside its script, so only users who may change the script may change its cache. It is valid for exactly this script, this version of
 * Node and this processor; where it cannot be read or written, V8 compiles the script. The cache holds what a start has used, so
 * different kinds of starts have different `purpose`s, and starts that use little only read it: `writes` is asked at their end.
 */
export const requireCached = (folder: string, purpose: string, writes: () => boolean): ((name: string) => unknown) => {
  const loaded = new Map<string, { exports: unknown }>();
  const requireOf = (file: string) => {
    const plain = createRequire(file);
    return (name: string): unknown => (name.startsWith('./') ? load(join(dirname(file), name)) : plain(name));
  };
  const load = (file: string): unknown => {
    const known = loaded.get(file);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    compile(file, purpose, writes).call(undefined, module.exports, requireOf(file), module, file, dirname(file));
    return module.exports;
  };
  return (name) => load(join(folder, name));
};

type Wrapped = (exports: unknown, require: (name: string) => unknown, module: object, file: string, folder: string) => void;

const compile = (file: string, purpose: string, writes: () => boolean): Wrapped => {
  const bytes = readFileSync(file);
  const cacheFile = `${file}.${purpose}-${runtime}-${process.version}-${process.arch}.cache`;
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

const headerBytes = 8;

/** The cached code, if it is intact and belongs to this source: V8 itself compares only lengths. */
const readCode = (cacheFile: string, source: Buffer): Buffer | undefined => {
  try {
    const cache = readFileSync(cacheFile);
    const code = cache.subarray(headerBytes);
    const isOfSource = cache.length > headerBytes && cache.readUInt32LE(0) === crc32(source) && cache.readUInt32LE(4) === crc32(code);
    return isOfSource ? code : undefined;
  } catch {
    return undefined;
  }
};

const writeCode = (cacheFile: string, source: Buffer, script: Script): void => {
  // First under a name of its own, because other processes may be starting.
  const draft = `${cacheFile}.${process.pid}`;
  try {
    const code = script.createCachedData();
    const header = Buffer.alloc(headerBytes);
    header.writeUInt32LE(crc32(source), 0);
    header.writeUInt32LE(crc32(code), 4);
    writeFileSync(draft, Buffer.concat([header, code]));
    renameSync(draft, cacheFile);
  } catch {
    rmSync(draft, { force: true });
  }
};
