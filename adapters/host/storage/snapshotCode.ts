import { Deserializer, Serializer } from 'node:v8';
import type { Steps } from '../../../engine/kernel/index.ts';

/** This many items of a list, map or set are written in one step. */
const pieceLengthDefault = 256;

/**
 * Encodes a snapshot as bytes, in steps: long collections are written piece by piece. Objects that several pieces refer to stay
 * shared, as in one value. Long collections, and whatever holds them, are created again when read, so they lose their identity; only
 * smaller objects are compared by identity. `head` says what must hold for it to be read again.
 */
export function* encodeInSteps(
  snapshot: unknown,
  { pieceLength = pieceLengthDefault, head = '' }: { readonly pieceLength?: number; readonly head?: string } = {},
): Steps<Uint8Array> {
  const to = new Serializer();
  to.writeHeader();
  to.writeValue(head);
  to.writeUint32(pieceLength);
  yield* write(to, snapshot, pieceLength);
  return to.releaseBuffer();
}

/** Decodes, in steps, the bytes of `encodeInSteps`. Undefined if they have another head. */
export function* decodeInSteps<Snapshot>(bytes: Uint8Array, head = ''): Steps<Snapshot | undefined> {
  const from = new Deserializer(bytes);
  from.readHeader();
  if (from.readValue() !== head) return undefined;
  return (yield* read(from, from.readUint32())) as Snapshot;
}

/** The ways in which a value may be written. */
const ways = ['whole', 'list', 'map', 'set', 'parts of a list', 'parts of an object', 'parts of a map'] as const;
type Way = (typeof ways)[number];

/** A value with more parts than this is data, not part of a snapshot's structure. */
const partsMax = 64;
const depthMax = 8;

const chooseWay = (value: unknown, pieceLength: number, depth = 0): Way => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth > depthMax) return 'whole';
  if (value instanceof Map && value.size > pieceLength) return 'map';
  if (value instanceof Set) return value.size > pieceLength ? 'set' : 'whole';
  if (Array.isArray(value) && value.length > pieceLength) return 'list';
  const parts = value instanceof Map ? [...value.values()] : Object.values(value);
  if (parts.length > partsMax || parts.every((part) => chooseWay(part, pieceLength, depth + 1) === 'whole')) return 'whole';
  if (value instanceof Map) return 'parts of a map';
  return Array.isArray(value) ? 'parts of a list' : 'parts of an object';
};

function* write(to: Serializer, value: unknown, pieceLength: number): Steps<void> {
  const way = chooseWay(value, pieceLength);
  to.writeUint32(ways.indexOf(way));
  if (way === 'whole') to.writeValue(value);
  else if (way === 'parts of a list' || way === 'parts of an object') {
    to.writeValue(Object.keys(value as object));
    for (const part of Object.values(value as object)) yield* write(to, part, pieceLength);
  } else if (way === 'parts of a map') {
    const map = value as ReadonlyMap<unknown, unknown>;
    to.writeValue([...map.keys()]);
    for (const part of map.values()) yield* write(to, part, pieceLength);
  } else {
    const items = value as Iterable<unknown>;
    let piece: unknown[] = [];
    for (const item of items) {
      if (piece.push(item) < pieceLength) continue;
      to.writeValue(piece);
      piece = [];
      yield;
    }
    // The last piece is shorter than the others, and may be empty: that marks it as the last.
    to.writeValue(piece);
  }
  yield;
}

function* read(from: Deserializer, pieceLength: number): Steps<unknown> {
  const way = ways[from.readUint32()];
  if (way === 'whole') return from.readValue();
  if (way === 'parts of a list' || way === 'parts of an object' || way === 'parts of a map') {
    const keys = from.readValue() as readonly string[];
    const parts: unknown[] = [];
    for (const _ of keys) parts.push(yield* read(from, pieceLength));
    if (way === 'parts of a map') return new Map(keys.map((key, k) => [key, parts[k]]));
    return way === 'parts of a list' ? parts : Object.fromEntries(keys.map((key, k) => [key, parts[k]]));
  }
  const items: unknown[] = [];
  for (let length = pieceLength; length === pieceLength; yield) {
    const piece = from.readValue() as readonly unknown[];
    for (const item of piece) items.push(item);
    ({ length } = piece);
  }
  if (way === 'list') return items;
  return way === 'map' ? new Map(items as [unknown, unknown][]) : new Set(items);
}
