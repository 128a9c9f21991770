import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of one file, gone when they are over. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'podsim-'));

  constructor() {
    afterAll(() => rmSync(this.path, { recursive: true, force: true }));
  }

  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file, and gives its path. */
  write(name: string, content: string | Uint8Array): string {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), content);
    return this.at(name);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** What lies in it, or in a folder of it, by name. */
  names(folder = ''): string[] {
    return readdirSync(this.at(folder)).sort();
  }
}
