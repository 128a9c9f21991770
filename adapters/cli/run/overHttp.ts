import { placeFailures, playToVerdict, type Scenario } from '../../../engine/scenario/index.ts';
import { sha256 } from '../../store/sha256.ts';
import { readText } from '../files.ts';
import type { Report } from './report.ts';

/** Whether a scenario asks for the law `http`. It needs a server, so it is checked after the run, and not by the engine. */
export const asksForHttp = (scenario: Scenario): boolean => placeOfHttp(scenario) !== -1;

/** The report of a run, with a failure if its inputs, sent over HTTP, give another log. */
export const withLawOverHttp = async (report: Report, scenario: Scenario): Promise<Report> => {
  const { checkOverHttp: brokenOverHttp } = await import('../../explorer/lawOverHttp.ts');
  const words = await brokenOverHttp(playToVerdict(scenario, { sha256 }).world);
  const place = placeOfHttp(scenario);
  const properties = report.properties.map(({ why, ...result }) =>
    result.index === place ? { ...result, evaluated: true } : { ...result, ...(why === undefined ? {} : { why }) },
  );
  if (words === undefined) return { ...report, properties };
  const failure = { path: ['properties', place, 'law'], message: `properties.${place}: ${words}` };
  const { failures } = placeFailures(scenario.file, readText(scenario.file), [failure]);
  return { ...report, properties, verdict: 'fail', failures: [...report.failures, ...failures] };
};

const placeOfHttp = ({ spec: { properties = [] } }: Scenario): number =>
  properties.findIndex((property) => (property as { readonly law?: unknown }).law === 'http');
