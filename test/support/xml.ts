/** Why a text is not well-formed XML 1.0, as far as reports use it; undefined if it is. */
export const wellFormed = (text: string): string | undefined => {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) return 'holds a character that XML does not have';
  const open: string[] = [];
  let roots = 0;
  let rest = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '').trim();
  while (rest !== '') {
    const words = /^[^<]+/.exec(rest)?.[0];
    const tag = /^<(\/?)([a-z]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>/.exec(rest);
    if (words !== undefined) {
      if (open.length === 0) return `words outside of the root: ${words.slice(0, 40)}`;
      if (badEntity.test(words) || words.includes(']]>')) return `not escaped: ${words.slice(0, 40)}`;
      rest = rest.slice(words.length);
      continue;
    }
    if (tag === null) return `no tag: ${rest.slice(0, 40)}`;
    const [whole, closing = '', name = '', values = '', alone = ''] = tag;
    if (badEntity.test(values)) return `not escaped: ${values.slice(0, 40)}`;
    if (closing !== '' && open.pop() !== name) return `</${name}> closes another`;
    if (closing === '' && open.length === 0) roots += 1;
    if (closing === '' && alone === '') open.push(name);
    rest = rest.slice(whole.length);
  }
  if (open.length > 0) return `<${open.join('><')}> is not closed`;
  return roots === 1 ? undefined : `has ${roots} roots`;
};

const badEntity = /&(?!(?:amp|lt|gt|quot|apos|#\d+);)/;
