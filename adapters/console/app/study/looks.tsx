import type { ConfigurationReport, StudyReport } from '../../../../engine/lab/study/index.ts';
import { plainText } from '../text.ts';
import * as css from './looks.css';

/** How a configuration looks everywhere on the page: a color, and a shape for readers who see no color. */
export interface Look {
  readonly name: 'best' | 'frontier' | 'meets' | 'unclear' | 'not' | 'none';
  readonly color: string;
  readonly shape: string;
  readonly words: string;
}

// biome-ignore format: a table
export const looks: readonly Look[] = [
  { name: 'best',     color: 'good', shape: '★', words: 'best' },
  { name: 'frontier', color: 'run',  shape: '●', words: 'on the frontier' },
  { name: 'meets',    color: 'run',  shape: '○', words: 'meets the goal' },
  { name: 'unclear',  color: 'wait', shape: '◇', words: 'may meet it: its interval holds a limit' },
  { name: 'not',      color: 'off',  shape: '✗', words: 'misses the goal' },
  { name: 'none',     color: 'run',  shape: '○', words: 'a configuration' },
];

export const chooseLook = ({ number, meets }: ConfigurationReport, { best, frontier }: StudyReport, hasFrontier = true): Look => {
  const name =
    number === best
      ? 'best'
      : hasFrontier && frontier.includes(number)
        ? 'frontier'
        : meets === 'yes'
          ? 'meets'
          : meets === 'unclear'
            ? 'unclear'
            : meets === 'no'
              ? 'not'
              : 'none';
  return looks.find((look) => look.name === name) as Look;
};

export const LookSign = ({ look: { color, shape } }: { readonly look: Look }) => (
  <span class={`mark c-${color}`} aria-hidden="true">
    {shape}
  </span>
);

/** A text from a file, isolated from what stands around it, on one line, and cut where it is too long. */
export const Words = ({ value, max = 120 }: { readonly value: string; readonly max?: number }) => (
  <bdi class="text" title={value.length > max ? plainText(value, 1_000) : undefined}>
    {plainText(value, max)}
  </bdi>
);

/** One of a few names. */
export const Choice = ({ label, value, names, onChoose }: ChoiceProps) => (
  <label class={css.choice}>
    <span class="dim">{label}</span>{' '}
    <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      {names.map((name) => (
        <option key={name} value={name}>
          {plainText(name, 60)}
        </option>
      ))}
    </select>
  </label>
);

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly onChoose: (name: string) => void;
}
