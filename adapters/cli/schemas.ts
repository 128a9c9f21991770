import { lessonJsonSchema, reportJsonSchema, scenarioJsonSchema } from '../../engine/index.ts';
import { BadInput, exitCodes } from './exit.ts';
import { printJson } from './terminal.ts';

export interface SchemaOptions {
  readonly lesson?: true;
  readonly study?: true;
  readonly report?: true;
  readonly studyReport?: true;
}

/** `podsim schema`: prints the JSON Schema of scenario files, or of what an option names. Studies are loaded on demand. */
export const schemaCommand = ({ lesson, study, report, studyReport }: SchemaOptions): number | Promise<number> => {
  const given = [lesson && '--lesson', study && '--study', report && '--report', studyReport && '--study-report'].filter(
    (option) => option !== undefined,
  );
  const [first, second] = given;
  if (second !== undefined) throw new BadInput(`give ${first} or ${second}, not both`);
  if (study === true || studyReport === true) return printStudySchema(study === true);
  printJson(lesson === true ? lessonJsonSchema() : report === true ? reportJsonSchema() : scenarioJsonSchema());
  return exitCodes.pass;
};

const printStudySchema = async (isOfFiles: boolean): Promise<number> => {
  const { studyJsonSchema, studyReportJsonSchema } = await import('./study.ts');
  printJson(isOfFiles ? studyJsonSchema() : studyReportJsonSchema());
  return exitCodes.pass;
};
