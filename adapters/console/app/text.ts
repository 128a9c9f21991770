/** Characters that would change how the text around them reads, or that show nothing: directions of writing, and zero-width spaces. */
const invisible = /[\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const controls = /\p{Cc}/gu;

/** A text from a log as one line that can be shown anywhere: at most `max` characters, and nothing in it is invisible. */
export const plainText = (text: string, max = 200): string => {
  const kept = text.length > max ? `${text.slice(0, Math.max(0, max - 1))}…` : text;
  return visible(kept).replace(/[\t\n\r]/g, replaceSign);
};

/** The same with its lines. */
export const plainLines = (text: string, max: number): string => visible(text.length > max ? `${text.slice(0, max)}\n…` : text);

const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(invisible, (sign) => `‹U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`)
    .replace(controls, (sign) => (/[\t\n\r]/.test(sign) ? sign : replaceSign(sign)));

/** Unicode has a picture for each of the old control characters. */
const replaceSign = (sign: string): string => {
  const code = sign.charCodeAt(0);
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
};

/** A text inside an element or an attribute of HTML or SVG. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
