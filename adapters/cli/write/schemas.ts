import { lessonJsonSchema } from '../../../engine/lab/lesson/index.ts';
import { reportJsonSchema } from '../../../engine/process/index.ts';
import { scenarioJsonSchema } from '../../../engine/scenario/index.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { printJson } from '../terminal/terminal.ts';

export interface SchemaOptions {
  readonly lesson?: true;
  readonly study?: true;
  readonly report?: true;
  readonly studyReport?: true;
  readonly exploreReport?: true;
  readonly fidelityReport?: true;
  readonly fidelityCheck?: true;
  readonly clientReport?: true;
  readonly jobs?: true;
  readonly observation?: true;
  readonly task?: true;
}

/** `podsim spec schema`: prints the JSON Schema of scenario files, or of what an option names. Studies, the explorer and what judges times are loaded on demand. */
export const schemaCommand = (options: SchemaOptions): number | Promise<number> => {
  const { lesson, study, report, studyReport, exploreReport, fidelityReport, fidelityCheck, clientReport, jobs, observation, task } =
    options;
  const given = [
    lesson && '--lesson',
    study && '--study',
    report && '--report',
    studyReport && '--study-report',
    exploreReport && '--explore-report',
    fidelityReport && '--fidelity-report',
    fidelityCheck && '--fidelity-check',
    clientReport && '--client-report',
    jobs && '--jobs',
    observation && '--observation',
    task && '--task',
  ].filter((option) => option !== undefined);
  const [first, second] = given;
  if (second !== undefined) throw new BadInput(`give ${first} or ${second}, not both`);
  if (study === true || studyReport === true) return printStudySchema(study === true);
  if (exploreReport === true || clientReport === true) return printExploreSchema(clientReport === true);
  if (fidelityReport === true || fidelityCheck === true || observation === true) return printFidelitySchema(options);
  if (jobs === true) return printJobsSchema();
  if (task === true) return printTaskSchema();
  printJson(lesson === true ? lessonJsonSchema() : report === true ? reportJsonSchema() : scenarioJsonSchema());
  return exitCodes.pass;
};

const printTaskSchema = async (): Promise<number> => {
  const { taskJsonSchema } = await import('../task/task.ts');
  printJson(taskJsonSchema());
  return exitCodes.pass;
};

const printStudySchema = async (isOfFiles: boolean): Promise<number> => {
  const { studyJsonSchema, studyReportJsonSchema } = await import('../study/study.ts');
  printJson(isOfFiles ? studyJsonSchema() : studyReportJsonSchema());
  return exitCodes.pass;
};

const printExploreSchema = async (isOfClient: boolean): Promise<number> => {
  const { clientReportJsonSchema, exploreReportJsonSchema } = await import('../explore/explore.ts');
  printJson(isOfClient ? clientReportJsonSchema() : exploreReportJsonSchema());
  return exitCodes.pass;
};

const printFidelitySchema = async ({ observation, fidelityCheck }: SchemaOptions): Promise<number> => {
  const { fidelityCheckJsonSchema, fidelityReportJsonSchema, observationJsonSchema } = await import('../fidelity/fidelity.ts');
  if (observation === true) printJson(observationJsonSchema());
  else printJson(fidelityCheck === true ? fidelityCheckJsonSchema() : fidelityReportJsonSchema());
  return exitCodes.pass;
};

const printJobsSchema = async (): Promise<number> => {
  const { jobsJsonSchema } = await import('../observe/observe.ts');
  printJson(jobsJsonSchema());
  return exitCodes.pass;
};
