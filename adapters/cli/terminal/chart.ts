import type { ChartLine } from '../../../engine/compare/index.ts';
import { fitLines, pc, terminalColumns } from './terminal.ts';

/** A chart in colors; its bars are left out where the terminal has no room for them. */
export const printChart = (lines: readonly ChartLine[]): void => {
  const columns = terminalColumns();
  const isNarrow = columns !== undefined && lines.some(({ text }) => text.length > columns);
  const painted = lines.map((line) => colors[line.verdict]((isNarrow ? line.short : undefined) ?? line.text));
  process.stdout.write(`${fitLines(painted, columns).join('\n')}\n`);
};

const colors: { readonly [Verdict in ChartLine['verdict']]: (text: string) => string } = {
  better: pc.green,
  worse: pc.red,
  same: pc.dim,
  unclear: (text) => text,
  heading: pc.bold,
};
