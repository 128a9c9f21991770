import BerWriter from 'asn1-ber/lib/ber/writer.js';

/** A value in DER, with its tag and its length. */
export type Der = Buffer;

/** The tags that certificates use (X.680); `context(n)` is one of a choice or an optional field. */
export const tags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;
export const context = (n: number): number => 0x80 + n;
export const contextOfParts = (n: number): number => 0xa0 + n;

/** Several values as one. */
export const encodeParts = (parts: readonly Der[], tag: number = tags.sequence): Der =>
  write((writer) => {
    writer.startSequence(tag);
    for (const part of parts) writer.writeBuffer(part);
    writer.endSequence();
  });

export const encodeOid = (dotted: string): Der => write((writer) => writer.writeOID(dotted));
export const encodeBoolean = (value: boolean): Der => write((writer) => writer.writeBoolean(value));
export const encodeInteger = (value: number, tag?: number): Der => write((writer) => writer.writeInt(value, tag));
export const encodeText = (text: string, tag: number): Der => write((writer) => writer.writeString(text, tag));
export const encodeBytes = (bytes: Buffer, tag: number): Der => write((writer) => writer.writeBuffer(bytes, tag));

/** Bits in whole bytes, of which the last few may be unused. */
export const encodeBits = (bytes: Buffer, unused = 0): Der => encodeBytes(Buffer.concat([Buffer.of(unused), bytes]), tags.bitString);

/** An instant in UTC, to the second: enough until 2049. */
export const encodeTime = (instant: Date): Der =>
  encodeText(`${instant.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`, tags.utcTime);

const write = (fill: (writer: BerWriter) => void): Der => {
  const writer = new BerWriter();
  fill(writer);
  return writer.buffer;
};
