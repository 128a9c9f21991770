import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * A picture of a page with at most 256 colors, which takes a third of the bytes: pages have few colors, and what blurs their letters has many that
 * are nearly alike. Reads what Chromium writes: 8 bits a channel, RGB or RGBA, without interlacing.
 */
export const reducePng = (png) => {
  const { size, palette, frames } = reduce([png]);
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

/** The pixels of pictures of one size as places in one palette: of the commonest colors, each other one as the nearest of them. */
const reduce = (pngs) => {
  const pictures = pngs.map(pixelsOf);
  const [{ width, height }] = pictures;
  const counts = new Map();
  for (const { colors } of pictures) for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const chosen = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, colorsMax);
  const placeOf = new Map([...counts.keys()].map((color) => [color, findNearest(chosen, color)]));
  const palette = part('PLTE', Buffer.from(chosen.flatMap(channelsOf)));
  return { size: { width, height }, palette, frames: pictures.map(({ colors }) => Buffer.from(colors.map((color) => placeOf.get(color)))) };
};

const colorsMax = 256;

const channelsOf = (color) => [color >> 16, (color >> 8) & 255, color & 255];

const findNearest = (chosen, color) => {
  const wanted = channelsOf(color);
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (const [place, one] of chosen.entries()) {
    const distance = channelsOf(one).reduce((sum, channel, k) => sum + (channel - wanted[k]) ** 2, 0);
    if (distance < least) [nearest, least] = [place, distance];
  }
  return nearest;
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

/** The colors of all pixels, row after row. */
const pixelsOf = (png) => {
  const data = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const [length, name] = [png.readUInt32BE(at), png.toString('latin1', at + 4, at + 8)];
    const body = png.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR') [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
    if (name === 'IDAT') data.push(body);
  }
  const rows = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const colors = Uint32Array.from({ length: width * height }, (_, pixel) => {
    const at = pixel * channels;
    return (rows[at] << 16) | (rows[at + 1] << 8) | rows[at + 2];
  });
  return { width, height, colors };
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
