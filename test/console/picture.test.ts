import { expect, test } from 'vitest';
import { SvgPen } from '../../adapters/console/app/canvas/svgPen.ts';
import { listLaneRows } from '../../adapters/console/app/model/charts/laneRows.ts';
import { makeTimeScale } from '../../adapters/console/app/model/charts/timeScale.ts';
import { runPicture } from '../../adapters/console/writer/picture.ts';
import { busyEntries, busyHeader, busyLog } from './support.ts';

const style = ':root, .report { --panel: #ffffff; --accent: #0b57d0; --run: #1669a6; } .dark { --panel: #000000; }';
const drawn = (title: string, options = {}) => runPicture({ title, header: busyHeader, entries: busyEntries }, style, options);

/** The elements that are open at the end of each; none, if it is well-formed. */
const unclosed = (svg: string): readonly string[] => {
  const open: string[] = [];
  for (const [, end, name = '', alone] of svg.matchAll(/<(\/?)([a-zA-Z]+)(?:"[^"]*"|[^<>"])*?(\/?)>/g)) {
    if (end === '/') expect(open.pop()).toBe(name);
    else if (alone !== '/') open.push(name);
  }
  return open;
};

test('a picture of a run has a row for each worker and pod, in the light colors of a page, and its title', () => {
  const svg = drawn('a & b < "c"');
  expect(unclosed(svg)).toStrictEqual([]);
  expect(svg).toContain('<title>a &#38; b &#60; &#34;c&#34;</title>');
  const names = listLaneRows(busyLog().lanes.groups).flatMap(({ lane }) => lane ?? []);
  expect(names.length).toBeGreaterThan(5);
  expect(names.length).toBeLessThan(40);
  // Each lane is clipped to its row, and the lines over each stretch of folded time to it.
  const { folded } = makeTimeScale(busyEntries.map(({ at }) => at));
  expect(folded).not.toHaveLength(0);
  expect(svg.match(/<clipPath id="clip-/g)).toHaveLength(names.length + folded.length);
  expect(svg).toContain('fill="#ffffff"');
  expect(svg).not.toContain('#000000');
});

test('the moment is a line where it is in the run, and is told above', () => {
  const end = busyEntries.at(-1)?.at ?? 0;
  const [none, begin, middle, after] = [
    drawn('a'),
    drawn('a', { at: 0 }),
    drawn('a', { at: 61_000 }),
    drawn('a', { at: end + 1_000_000_000 }),
  ];
  const line = (svg: string) => /<rect x="(\d+)" width="2" height="\d+" fill="#0b57d0"\/>/.exec(svg)?.[1];
  expect(line(none)).toBeUndefined();
  expect(line(begin)).toBe('150');
  expect(Number(line(middle))).toBeGreaterThan(150);
  expect(line(after)).toBe('936');
  expect(middle).toContain('00:01:01.000');
});

test('a moving picture shows the whole run where less motion is asked for', () => {
  const svg = drawn('a', { seconds: 16 });
  expect(unclosed(svg)).toStrictEqual([]);
  expect(svg).toMatch(
    /<style>\.moment { transform: translateX\(786px\) }\n@media \(prefers-reduced-motion: no-preference\) .*16s linear infinite/,
  );
});

test('a pen closes what it clips, and escapes what it writes', () => {
  const pen = new SvgPen(10);
  pen.save();
  pen.beginPath();
  pen.rect(1, 2, 3.14159, -4);
  pen.clip();
  pen.fillStyle = 'red';
  pen.globalAlpha = 0.5;
  pen.fillText('<a>', 1, 2);
  pen.restore();
  expect(pen.elements.split('\n')).toStrictEqual([
    '<clipPath id="clip-1"><rect x="1" y="2" width="3.14" height="0"/></clipPath><g clip-path="url(#clip-1)">',
    '<text x="1" y="2" fill="red" opacity="0.5">&#60;a&#62;</text>',
    '</g>',
  ]);
  expect(pen.measureText('abc').width).toBeCloseTo(18.3);
});
