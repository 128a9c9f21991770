import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import {
  context,
  contextOfParts,
  type Der,
  encodeBits,
  encodeBoolean,
  encodeBytes,
  encodeInteger,
  encodeOid,
  encodeParts,
  encodeText,
  encodeTime,
  tags,
} from './der.ts';

/** What a certificate says (RFC 5280). */
export interface CertificateFields {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly validFrom: Date;
  readonly validTo: Date;
  readonly extensions: readonly Der[];
}

/** A certificate as PEM, signed with an EC key of the issuer. */
export const signCertificate = (fields: CertificateFields, issuerKey: KeyObject): string => {
  const { subject, issuer, publicKey, validFrom, validTo, extensions } = fields;
  const signed = encodeParts([
    encodeParts([encodeInteger(2)], contextOfParts(0)),
    encodeBytes(drawSerial(), tags.integer),
    algorithm,
    encodeName(issuer),
    encodeParts([encodeTime(validFrom), encodeTime(validTo)]),
    encodeName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeParts([encodeParts(extensions)], contextOfParts(3)),
  ]);
  const bytes = encodeParts([signed, algorithm, encodeBits(sign('sha256', signed, issuerKey))]);
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};

/** A positive number of 127 bits that no other certificate has. */
const drawSerial = (): Buffer => {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
};

const encodeName = (commonName: string): Der =>
  encodeParts([encodeParts([encodeParts([encodeOid('2.5.4.3'), encodeText(commonName, tags.utf8)])], tags.set)]);

/** ECDSA with SHA-256. */
const algorithm = encodeParts([encodeOid('1.2.840.10045.4.3.2')]);

const encodeExtension = (oid: string, value: Der, isCritical = false): Der =>
  encodeParts([encodeOid(oid), ...(isCritical ? [encodeBoolean(true)] : []), encodeBytes(value, tags.octetString)]);

/** The extensions of a CA, which may sign for these names and nothing else, and no further CA. */
export const extendAuthority = (publicKey: KeyObject, names: readonly string[]): readonly Der[] => [
  encodeExtension('2.5.29.19', encodeParts([encodeBoolean(true), encodeInteger(0)]), true),
  // Signs certificates, and no lists of revoked ones.
  encodeExtension('2.5.29.15', encodeBits(Buffer.of(0x04), 2), true),
  encodeExtension('2.5.29.30', encodeParts([encodeParts(names.map(encodeSubtree), contextOfParts(0))]), true),
  encodeExtension('2.5.29.14', encodeBytes(identify(publicKey), tags.octetString)),
];

/** The extensions of a server's certificate for these names. */
export const extendServer = (publicKey: KeyObject, issuer: KeyObject, names: readonly string[]): readonly Der[] => [
  encodeExtension('2.5.29.19', encodeParts([]), true),
  encodeExtension('2.5.29.15', encodeBits(Buffer.of(0x80), 7), true),
  encodeExtension('2.5.29.37', encodeParts([encodeOid('1.3.6.1.5.5.7.3.1')])),
  encodeExtension('2.5.29.17', encodeParts(names.map(encodeAlternative))),
  encodeExtension('2.5.29.14', encodeBytes(identify(publicKey), tags.octetString)),
  encodeExtension('2.5.29.35', encodeParts([encodeBytes(identify(issuer), context(0))])),
];

/** What tells keys apart: any digest does (RFC 7093). */
const identify = (key: KeyObject): Buffer =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);

const encodeAlternative = (name: string): Der =>
  isIP(name) === 0 ? encodeText(name, context(2)) : encodeBytes(readAddress(name), context(7));

/** A name with all below it, or exactly one address. */
const encodeSubtree = (name: string): Der => {
  if (isIP(name) === 0) return encodeParts([encodeText(name, context(2))]);
  const bytes = readAddress(name);
  return encodeParts([encodeBytes(Buffer.concat([bytes, Buffer.alloc(bytes.length, 0xff)]), context(7))]);
};

/** The bytes of an address. Of version 6, the loopback address is the only one that is served by a certificate of ours. */
const readAddress = (text: string): Buffer =>
  isIP(text) === 4 ? Buffer.from(text.split('.').map(Number)) : Buffer.from([...Array.from({ length: 15 }, () => 0), 1]);
