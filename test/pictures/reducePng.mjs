import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * A picture of a page with at most 256 colors, which takes a third of the bytes: pages have few colors, and what blurs their letters has many that
 * are nearly alike. Reads what Chromium writes: 8 bits a channel, RGB or RGBA, without interlacing.
 */
export const reducePng = (png) => {
  const reduced = reduce([png]);
  if (reduced === undefined) return png;
  const { size, palette, frames } = reduced;
  const [frame] = frames;
  return Buffer.concat([signature, header(size), palette, part('IDAT', pack(frame, wholeOf(size), size)), part('IEND', Buffer.alloc(0))]);
};

/**
 * Pictures of one size as one that moves (APNG), over and over: each is there for `ms` milliseconds, and holds only what differs from the one
 * before. A viewer that knows no such pictures shows the first.
 */
export const animatePng = (pngs, ms) => {
  const { size, palette, frames } = reduce(pngs);
  let sequence = 0;
  const moving = frames.flatMap((frame, k) => {
    const box = k === 0 ? wholeOf(size) : (findChanged(frames[k - 1], frame, size) ?? { ...wholeOf(size), wide: 1, high: 1 });
    const control = part(
      'fcTL',
      numbers(sequence++, box.wide, box.high, box.left, box.top),
      Buffer.from([ms >> 8, ms & 255, 3, 232, 0, 0]),
    );
    const packed = pack(frame, box, size);
    return [control, k === 0 ? part('IDAT', packed) : part('fdAT', numbers(sequence++), packed)];
  });
  const plays = part('acTL', numbers(frames.length, 0));
  return Buffer.concat([signature, header(size), plays, palette, ...moving, part('IEND', Buffer.alloc(0))]);
};

/** The pixels of pictures of one size as places in one palette; undefined if they have too many colors even when those are coarse. */
const reduce = (pngs) => {
  const pictures = pngs.map(pixelsOf);
  const [{ width, height }] = pictures;
  // As many bits a channel as give 256 colors at most.
  for (let bits = 8; bits >= 3; bits--) {
    const colors = new Map();
    const frames = pictures.map((picture) => placesIn(colors, picture, bits));
    if (colors.size > colorsMax) continue;
    const palette = part('PLTE', Buffer.concat([...colors.values()].map(({ color }) => color)));
    return { size: { width, height }, palette, frames };
  }
  return undefined;
};

const colorsMax = 256;

/** Adds the colors of a picture, until there are too many. Of those that are alike, the first stands for all: the page's own are met first. */
const placesIn = (colors, { width, height, channels, rows }, bits) => {
  const places = Buffer.alloc(width * height);
  for (let pixel = 0, at = 0; pixel < places.length && colors.size <= colorsMax; pixel++, at += channels) {
    const [r, g, b] = [rows[at], rows[at + 1], rows[at + 2]].map((value) => value >> (8 - bits));
    const key = (r << 16) | (g << 8) | b;
    if (!colors.has(key)) colors.set(key, { place: colors.size, color: Buffer.from(rows.subarray(at, at + 3)) });
    places[pixel] = colors.get(key).place;
  }
  return places;
};

const wholeOf = ({ width, height }) => ({ left: 0, top: 0, wide: width, high: height });

/** The smallest box around what differs; undefined if nothing does. */
const findChanged = (before, after, { width }) => {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1];
  for (let pixel = 0; pixel < after.length; pixel++) {
    if (before[pixel] === after[pixel]) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return right === -1 ? undefined : { left, top, wide: right - left + 1, high: bottom - top + 1 };
};

/** The rows of a box, each after a byte that says that it is not told by differences. */
const pack = (places, { left, top, wide, high }, { width }) => {
  const lines = Buffer.alloc(high * (wide + 1));
  for (let y = 0; y < high; y++) places.copy(lines, y * (wide + 1) + 1, (top + y) * width + left, (top + y) * width + left + wide);
  return deflateSync(lines, { level: 9 });
};

const numbers = (...values) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [k, value] of values.entries()) bytes.writeUInt32BE(value, 4 * k);
  return bytes;
};

const header = ({ width, height }) => part('IHDR', numbers(width, height), Buffer.from([8, 3, 0, 0, 0]));

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

const part = (name, ...data) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), ...data]);
  return Buffer.concat([numbers(named.length - 4), named, numbers(crc32(named))]);
};

/** The bytes of all pixels, row after row. */
const pixelsOf = (png) => {
  const data = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const [length, name] = [png.readUInt32BE(at), png.toString('latin1', at + 4, at + 8)];
    const body = png.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    if (name === 'IDAT') data.push(body);
  }
  return { width, height, channels, rows: unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels) };
};

/** Each row of a PNG is told by its differences from what is left of it and above it. */
const unfiltered = (bytes, length, height, channels) => {
  const rows = new Uint8Array(length * height);
  for (let y = 0; y < height; y++) {
    const filter = bytes[y * (length + 1)];
    for (let x = 0; x < length; x++) {
      const at = y * length + x;
      const left = x < channels ? 0 : rows[at - channels];
      const above = y === 0 ? 0 : rows[at - length];
      const corner = x < channels || y === 0 ? 0 : rows[at - length - channels];
      rows[at] = bytes[y * (length + 1) + 1 + x] + [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter];
    }
  }
  return rows;
};

const nearest = (left, above, corner) => {
  const [toLeft, toAbove, toCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
};
