import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BadInput } from '../terminal/exit.ts';

/** Dots for each pixel of the SVG: a slide is shown large. */
const scale = 2;

/** Draws an SVG with the browser of this machine: it has the fonts, and nearly every machine has one. `out` is named where that fails. */
export const drawPng = (svg: string, out: string): Uint8Array => {
  const instead = `write ${out.slice(0, -'.png'.length)}.svg instead`;
  const browser = findBrowser();
  if (browser === undefined)
    throw new BadInput(
      `--out ${out}: a browser draws a PNG, and no Chrome, Chromium or Edge was found: name one in the variable CHROME_PATH, or ${instead}`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'podsim-picture-'));
  try {
    const [source, drawn] = [join(folder, 'picture.svg'), join(folder, 'picture.png')];
    writeFileSync(source, svg);
    const { status } = spawnSync(browser, writeArguments(svg, folder, source, drawn), { timeout: 60_000, stdio: 'ignore' });
    if (status !== 0 || !existsSync(drawn)) throw new BadInput(`--out ${out}: ${browser} drew nothing: ${instead}`);
    return readFileSync(drawn);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const writeArguments = (svg: string, folder: string, source: string, drawn: string): readonly string[] => {
  const [, width = '', height = ''] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  // The superuser of a container has no sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [
    '--headless',
    ...sandbox,
    `--user-data-dir=${join(folder, 'profile')}`,
    `--window-size=${width},${height}`,
    `--force-device-scale-factor=${scale}`,
    '--hide-scrollbars',
    `--screenshot=${drawn}`,
    pathToFileURL(source).href,
  ];
};

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge', 'chrome.exe', 'msedge.exe'];

/** Where browsers are that are in no folder of the PATH. */
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const findBrowser = (): string | undefined => {
  const { CHROME_PATH: own = '', PATH = '' } = process.env;
  if (own !== '') return own;
  const inPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...inPath, ...places].find((path) => existsSync(path));
};
