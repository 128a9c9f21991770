import { signal } from '@preact/signals';
import { type ActCall, changeText, parseChange } from '../../../../../engine/compare/index.ts';
import type { Json, VirtualTime } from '../../../../../engine/kernel/index.ts';
import { readYaml, writeYaml } from '../../../../../engine/scenario/index.ts';
import type { AnsweredChange } from './refusal.ts';

/** A change that is being written: a call, or settings. */
export interface Draft {
  readonly act?: string;
  readonly as?: string;
  readonly with?: Json;
  readonly settings?: Json;
}

/** The text of a draft, which is a change without its time: the moment says that. */
export const writeDraft = (draft: Draft): string => writeYaml(draft as Json);

/** The change that is being written, if one is. */
export class WrittenChange {
  readonly text = signal<string | undefined>(undefined);
  /** What a server answered a change, and its text. */
  readonly sent = signal<{ readonly text: string; readonly answered: AnsweredChange } | undefined>(undefined);
  /** The form of one that has just been chosen takes the focus, once. */
  wantsFocus = false;

  begin(draft: Draft): void {
    this.wantsFocus = true;
    this.text.value = writeDraft(draft);
  }
}

/** Reads such a text. Problems have the lines of the text. */
export const readDraft = (text: string): { readonly draft: Draft } | { readonly problem: string } => {
  const parsed = parseChange('change', `${before}${text}`);
  if (parsed._tag === 'Left') {
    const [{ line, column, message } = { line: 2, column: 1, message: '' }] = parsed.left;
    return { problem: `${line - 1}:${column} ${message}` };
  }
  const read = readYaml('change', text);
  return { draft: read._tag === 'Left' ? {} : (read.right.data as Draft) };
};

const before = 'at: 0s\n';

/** The text of the change at its time. */
export const dateDraft = (draft: Draft, at: VirtualTime): string => changeText(at, draft as ActCall);

/** The time of such a text; undefined if it is no change. */
export const readTime = (text: string): VirtualTime | undefined => {
  const parsed = parseChange('change', text);
  return parsed._tag === 'Left' ? undefined : (parsed.right.at as VirtualTime);
};

/** The command that measures the change. It writes the file that `--change` reads, which is JSON on one line. */
export const compareCommand = (file: string, text: string): string | undefined => {
  const read = readYaml('change', text);
  if (read._tag === 'Left') return undefined;
  return `printf %s ${quote(JSON.stringify(read.right.data))} > change.yaml && podsim log compare ${file} --change change.yaml`;
};

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The text of a field. A dollar begins a variable in a change, so it stands twice there. */
export const readTexts = (value: Json): Json => mapTexts(value, (text) => text.replaceAll('$$', '$'));

export const writeTexts = (value: Json): Json => mapTexts(value, (text) => text.replaceAll('$', '$$$$'));

const mapTexts = (value: Json, map: (text: string) => string): Json => {
  if (typeof value === 'string') return map(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one: Json) => mapTexts(one, map));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one as Json, map)]));
};
