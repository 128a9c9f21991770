import { extname } from 'node:path';
import { formatVirtualTime } from '../../../engine/kernel/index.ts';
import { playToVerdict, type Scenario } from '../../../engine/scenario/index.ts';
import { readPageParts } from '../../console/writer/parts.ts';
import { runPicture } from '../../console/writer/picture.ts';
import { writeText } from '../files.ts';
import { BadInput } from '../terminal/exit.ts';
import { drawPng } from './png.ts';

/** Whether a file is to be a picture, by its name. */
export const isPicture = (out: string): boolean => ['.svg', '.png'].includes(extname(out).toLowerCase());

/** Writes the lanes of one run as a picture, with a line at a virtual time if one is given. Returns its title. */
export const writePicture = (out: string, runs: readonly Scenario[], at: number | undefined): string => {
  const [run, other] = runs;
  if (run === undefined || other !== undefined)
    throw new BadInput(`--out ${out}: a picture shows one run, and these are ${runs.length}: choose one with --only and --seed`);
  const { world } = playToVerdict(run);
  if (at !== undefined && at > world.now)
    throw new BadInput(`--at: the run ends at ${formatVirtualTime(world.now)}; give a time before that`);
  const title = run.member === undefined ? run.spec.title : `${run.spec.title} · ${run.member}`;
  const svg = runPicture({ title, header: world.header, entries: [...world.log.entries()] }, readPageParts().style, { at });
  if (extname(out).toLowerCase() === '.svg') writeText(out, svg);
  else writeText(out, drawPng(svg, out));
  return title;
};
