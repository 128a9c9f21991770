import { render } from 'preact';
import { type CoveragePageData, coverageDataId } from './coverage/coverageData.ts';
import { CoveragePage } from './coverage/coveragePage.tsx';
import { reportId } from './pageData.ts';
import { type TwinPageData, twinDataId } from './twin/twinData.ts';
import { TwinPage } from './twin/twinPage.tsx';

// One script for all pages that report without a run, because most of it is what they have in common.

const root = document.getElementById(reportId);
const read = (id: string): string | null | undefined => document.getElementById(id)?.textContent;
const [twin, coverage] = [read(twinDataId), read(coverageDataId)];
if (root !== null && twin) render(<TwinPage data={JSON.parse(twin) as TwinPageData} />, root);
if (root !== null && coverage) render(<CoveragePage data={JSON.parse(coverage) as CoveragePageData} />, root);
