import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * A picture of a page with at most 256 colors, which takes a third of the bytes: pages have few colors, and what blurs their letters has many that
 * are nearly alike. Reads what Chromium writes: 8 bits a channel, RGB or RGBA, without interlacing.
 */
export const reducePng = (png) => {
  const { width, height, channels, rows } = pixelsOf(png);
  const colors = new Map();
  const keyAt = (at, bits) => {
    const [r, g, b] = [rows[at], rows[at + 1], rows[at + 2]].map((value) => value >> (8 - bits));
    return (r << 16) | (g << 8) | b;
  };
  // As many bits a channel as give 256 colors at most.
  for (let bits = 8; bits >= 3; bits--) {
    colors.clear();
    for (let at = 0; at < rows.length && colors.size <= 256; at += channels) {
      const key = keyAt(at, bits);
      // Of those that are alike, the first color stands for all, and the page's own colors are met first.
      if (!colors.has(key)) colors.set(key, { place: colors.size, at });
    }
    if (colors.size > 256) continue;
    const palette = Buffer.concat([...colors.values()].map(({ at }) => Buffer.from(rows.subarray(at, at + 3))));
    const lines = Buffer.alloc(height * (width + 1));
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = colors.get(keyAt((y * width + x) * channels, bits)).place;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 3, 0, 0, 0], 8);
    const parts = [
      part('IHDR', header),
      part('PLTE', palette),
      part('IDAT', deflateSync(lines, { level: 9 })),
      part('IEND', Buffer.alloc(0)),
    ];
    return Buffer.concat([signature, ...parts]);
  }
  return png;
};

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

const part = (name, data) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
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
