// The door for processes that serve worlds, or print to a terminal: documents of the APIs, the journal of calls, limits and settings as
// command lines give them, and reports for other programs. A page needs nothing of it.

export { additions } from '../api/contract/additions.ts';
export { type DocumentDifference, documentDifferences } from '../api/openapi/documentDifferences.ts';
export { operationKey, operationsIn } from '../api/openapi/documentedFacts.ts';
export { inputSchemas } from '../api/openapi/inputSchemas.ts';
export { openApiDocument } from '../api/openapi/openapi.ts';
export { contractTable, limitTable, parseLimits } from '../api/reading/bounds.ts';
export { pathParams } from '../api/reading/pathParams.ts';
export type { SchemaNode } from '../api/reading/schemaNode.ts';
export { contracts } from '../cloud/account/contracts.ts';
export { dataCenters } from '../cloud/catalog/dataCenters.ts';
export { listedCpuFlavors, listedGpuTypes } from '../cloud/catalog/priced.ts';
export { faultKinds } from '../cloud/fault/events.ts';
export { Journal } from '../control/journal.ts';
export { afterFirst, alignColumns } from '../kernel/text/columns.ts';
export { pluralize } from '../kernel/text/pluralize.ts';
export { referencePage, type ScenarioPart, scenarioParts } from '../scenario/file/parts.ts';
export { type CalledFields, readCalls } from '../scenario/format/calledFields.ts';
export { reportJsonSchema } from '../scenario/format/reportFormat.ts';
export { parseSettings } from '../scenario/format/settingText.ts';
export { stateText } from '../world/reports/stateText.ts';
