import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { explainMissing } from '../../store/missingFile.ts';
import { BadRecords } from './badRecords.ts';
import { whyWorkbook } from './workbook.ts';

/** A file with more text than this is a mistake, or a decompression bomb. */
const charactersMax = 8_000_000_000;

/** Packed records take about a tenth of their text; a decompression bomb takes a thousandth. */
const timesUnpackedMost = 200;
const unpackedMin = 10_000_000;

/** The text of a file piece by piece, unpacked if it is gzip. */
export async function* readChunks(file: string): AsyncGenerator<string> {
  const first = await readBeginning(file);
  const workbook = whyWorkbook(first);
  if (workbook !== undefined) throw new BadRecords(`${file}: ${workbook}`);
  const isPacked = first[0] === 0x1f && first[1] === 0x8b;
  const raw = createReadStream(file);
  const bytes = isPacked ? raw.pipe(createGunzip()) : raw;
  const decoder = new TextDecoder();
  let length = 0;
  try {
    for await (const chunk of bytes) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true });
      length += text.length;
      if (isPacked && length > unpackedMin && length > timesUnpackedMost * raw.bytesRead)
        throw new BadRecords(
          `${file}: unpacks to more than ${timesUnpackedMost} times what it is, as records never do: unpack it and look what is in it`,
        );
      if (length > charactersMax) throw new BadRecords(`${file}: has more than ${charactersMax / 1e9} GB of text: cut it into parts`);
      yield text;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') === true) throw new BadRecords(`${file}: is no whole gzip file (${code}): pack it again`);
    throw error;
  } finally {
    raw.destroy();
  }
}

/** The first bytes of a file, which identify its format. */
const readBeginning = async (file: string): Promise<Uint8Array> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BadRecords(`${file}: ${explainMissing(file, 'file')}`) : error;
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};
