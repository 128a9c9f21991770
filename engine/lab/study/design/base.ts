import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../../kernel/canonical.ts';
import { wholeData } from '../../../scenario/editor/wholeData.ts';
import type { FileFinding, FileProblem } from '../../../scenario/format/problem.ts';
import { partOfFile, readYaml, type YamlFile } from '../../../scenario/format/yamlFile.ts';
import { type Reader, type ReadOptions, type Scenario, scenariosFrom } from '../../../scenario/scenario.ts';
import type { StudySpec } from '../format/format.ts';
import { fieldsIn } from '../format/place.ts';

/** Reads the files that a study names. */
export interface StudyFiles {
  /** A scenario file anywhere; undefined if there is none. */
  readonly scenario: Reader;
  /** The parts that a scenario includes, by their files. */
  readonly includedBy: (scenario: string) => Reader;
}

/** The scenario of a study as it is written, with its includes, and the check for its changed versions. */
export interface Base {
  readonly data: Json;
  /** Of the scenario as it is written. */
  readonly findings: readonly FileFinding[];
  readonly scenariosOf: (data: Json) => Either<readonly FileProblem[], readonly Scenario[]>;
}

/** The scenario of a study: a file, or a part of the study itself. Left: it is not there, or broken as it is. */
export const readBase = (
  source: YamlFile,
  { scenario, study }: Pick<StudySpec, 'scenario' | 'study'>,
  files: StudyFiles,
  options: ReadOptions = {},
): Either<readonly FileProblem[], Base> => {
  if (typeof scenario !== 'string')
    return baseFrom(partOfFile(source, ['scenario'], { title: study, ...(scenario as { readonly [key: string]: Json }) }), files, options);
  const path = besideFile(source.file, scenario);
  const text = files.scenario(path);
  if (text === undefined)
    return left([
      {
        file: source.file,
        ...source.placeOf(['scenario']),
        message: `scenario: there is no file '${scenario}' from the folder of the study`,
      },
    ]);
  const yaml = readYaml(path, text);
  return isLeft(yaml) ? yaml : baseFrom(yaml.right, files, options);
};

/** The same of a scenario that was read. */
export const baseFrom = (source: YamlFile, files: StudyFiles, options: ReadOptions = {}): Either<readonly FileProblem[], Base> => {
  const read = files.includedBy(source.file);
  const whole = scenariosFrom(source, read, undefined, {}, options);
  if (isLeft(whole)) return whole;
  return right({
    data: withoutSeeds(wholeData(source.data, source.file, read)),
    findings: whole.right.flatMap(({ findings }) => findings),
    scenariosOf: (data) => scenariosFrom({ ...source, data }, read, [studySeed], {}, options),
  });
};

/** Any: every play has its own. */
const studySeed = 'study';

/** The study has seeds of its own, and an expectation of one run does not hold for others. */
const withoutSeeds = (data: Json): Json => {
  const { fingerprint: _fingerprint, recorded: _recorded, matrix, ...rest } = fieldsIn(data, []);
  const { seeds: _seeds, ...kept } = fieldsIn(matrix, []);
  return matrix === undefined ? rest : { ...rest, matrix: kept };
};

/** A path that a file names, from the folder of that file. */
const besideFile = (file: string, path: string): string => {
  const parts = path.startsWith('/') ? [] : file.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '.') parts.pop();
    else parts.push(part);
  }
  return `${path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
};
