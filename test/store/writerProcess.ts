import { statSync } from 'node:fs';
import { LogFileWriter } from '../../adapters/store/file/logFile.ts';
import { entry, headerFor } from './entries.ts';

// Writes a log until so many bytes are left of a limit that its closing line begins within it and ends behind it.
const [path = '', limit = ''] = process.argv.slice(2);
const left = 20;
const writer = new LogFileWriter(path, headerFor('a'));
const size = (): number => statSync(`${path}.${process.pid}.tmp`).size;
const write = (seq: number, key: string): number => {
  const before = size();
  writer.sink([entry(seq, key)]);
  return size() - before;
};
const least = write(1, '');
write(2, 'x'.repeat(Number(limit) - left - size() - least));
try {
  writer.close();
  process.stdout.write(`written to byte ${statSync(path).size}`);
} catch (error) {
  process.stdout.write((error as Error).message);
}
