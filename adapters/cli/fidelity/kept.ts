import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Assessment,
  compareKept,
  describeKept,
  type FidelityReport,
  findUnkept,
  type Judged,
  type KeptFigures,
  keepFigures,
  keptFiguresSchema,
  type Observation,
  writeKeptFigures,
} from '../../../engine/lab/fidelity/index.ts';
import { readAnyText, writeText } from '../files.ts';
import { BadInput } from '../terminal/exit.ts';

/** The name of the file of kept figures; it stands in the folder of the observations that they are of. */
const keptFiguresName = 'fidelity.kept.json';

type KeptComparison = NonNullable<FidelityReport['kept']>;

/** How the figures compare with those that are kept beside the observations. */
export const compareWithKept = (judged: Judged): KeptComparison => {
  const found = groupByFolder(judged.observations).map(([folder, facts]) => {
    const [kept, own] = [readKept(folder), restrict(judged.assessment, facts)];
    return describeKept(compareKept(kept, judged, own), findUnkept(kept, judged, own));
  });
  return {
    worse: found.flatMap(({ worse }) => worse),
    better: found.flatMap(({ better }) => better),
    missing: found.flatMap(({ missing }) => missing),
  };
};

/** Writes the figures beside the observations; returns the files. `all`: every observation of the folders was judged, and what else is kept goes. */
export const updateKept = (judged: Judged, all: boolean): readonly string[] =>
  groupByFolder(judged.observations).map(([folder, facts]) => {
    const file = join(folder, keptFiguresName);
    writeText(file, writeKeptFigures(keepFigures(readKept(folder), judged, restrict(judged.assessment, facts), all)));
    return file;
  });

/** The folders of observation files, and the facts in each; a fact with files in several folders is of the first. */
const groupByFolder = (observations: readonly Observation[]): readonly (readonly [string, ReadonlySet<string>])[] => {
  const folders = new Map<string, Set<string>>();
  const placed = new Set<string>();
  for (const { file, spec } of observations) {
    if (placed.has(spec.fact)) continue;
    placed.add(spec.fact);
    folders.set(dirname(file), (folders.get(dirname(file)) ?? new Set()).add(spec.fact));
  }
  return [...folders];
};

const restrict = (assessment: Assessment, facts: ReadonlySet<string>): Assessment => {
  const own = (reports: Assessment['own']) => reports.filter(({ fact }) => facts.has(fact));
  const { author, run } = assessment;
  return {
    ...(author === undefined ? {} : { author: own(author) }),
    ...(run === undefined ? {} : { run: own(run) }),
    own: own(assessment.own),
  };
};

const readKept = (folder: string): KeptFigures => {
  const file = join(folder, keptFiguresName);
  if (!existsSync(file)) return {};
  const parsed = keptFiguresSchema.safeParse(parseJson(file, readAnyText(file)));
  if (!parsed.success) throw new BadInput(`${file}: ${parsed.error.issues[0]?.path.join('.')}: ${remedy}`);
  return parsed.data;
};

const remedy = 'is no file of kept figures: remove it, and `podsim fidelity --update` writes it again';

const parseJson = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadInput(`${file}: ${remedy}`);
  }
};
