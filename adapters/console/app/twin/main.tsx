import { render } from 'preact';
import { type TwinPageData, twinDataId } from './twinData.ts';
import { TwinPage } from './twinPage.tsx';

const root = document.getElementById('twin');
const text = document.getElementById(twinDataId)?.textContent;
if (root !== null && text !== undefined) render(<TwinPage data={JSON.parse(text) as TwinPageData} />, root);
