// Computes the fingerprints of scenarios in a browser: one page that contains the engine and every file, opened from disk.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Plays every scenario in the page, and leaves the fingerprints as its text. */
const main = `
import { parseScenario, play } from ${JSON.stringify(join(root, 'dist/engine/index.js'))};
const files = JSON.parse(document.getElementById('files').textContent);
const besides = (file) => (path) => files[new URL(path, 'file:///' + file).pathname.slice(1)];
const runs = [];
for (const file of Object.keys(files).filter((name) => name.endsWith('.scenario.yaml'))) {
  const parsed = parseScenario(file, files[file], besides(file));
  if (parsed._tag === 'Left') throw new Error(parsed.left.map(({ message }) => message).join(' '));
  for (const scenario of parsed.right) runs.push({ file, member: scenario.member, fingerprint: play(scenario).world.fingerprint() });
}
document.body.textContent = JSON.stringify({ runs });
`;

export const browserFingerprints = async (chromium, scenarios) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-browser-'));
  try {
    const entry = join(folder, 'main.mjs');
    writeFileSync(entry, main);
    const bundle = await rolldown({ input: entry, platform: 'browser', logLevel: 'warn' });
    const { output } = await bundle.generate({ format: 'iife' });
    const page = join(folder, 'page.html');
    const inPage = (text) => text.replaceAll('</', '<\\/').replaceAll('<!--', '<\\u0021--');
    const data = inPage(JSON.stringify(filesIn(scenarios)));
    writeFileSync(
      page,
      `<!doctype html><meta charset="utf-8"><body><script type="application/json" id="files">${data}</script><script>${inPage(output[0].code)}</script>`,
    );
    const args = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${join(folder, 'profile')}`,
      '--dump-dom',
      `file://${page}`,
    ];
    const { stdout, stderr } = spawnSync(chromium, args, { encoding: 'utf8', maxBuffer: 100_000_000 });
    const body = /<body>(\{.*\})<\/body>/s.exec(stdout ?? '')?.[1];
    if (body === undefined) throw new Error(`the page did not say what it came to: ${stderr}`);
    return JSON.parse(body.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).runs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Every file below the folder, by its path from where the folder stands. */
const filesIn = (folder) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => [relative(root, join(folder, name)).split(sep).join('/'), readFileSync(join(folder, name), 'utf8')]),
  );
