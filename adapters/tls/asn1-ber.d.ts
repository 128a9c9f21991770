/** The writer of asn1-ber, by its own path: the package's front door also loads the reader. */
declare module 'asn1-ber/lib/ber/writer.js' {
  export default class BerWriter {
    /** What was written. */
    readonly buffer: Buffer;
    startSequence(tag?: number): void;
    endSequence(): void;
    writeInt(value: number, tag?: number): void;
    writeBoolean(value: boolean): void;
    writeOID(dotted: string): void;
    writeString(text: string, tag: number): void;
    /** Bytes with a tag and their length, or bytes that have both already. */
    writeBuffer(bytes: Buffer, tag?: number): void;
  }
}
