import { useSignal } from '@preact/signals';
import type { Json } from '../../../../../engine/kernel/index.ts';
import { type FormField, findPart, replacePart } from '../../model/change/fields.ts';
import { plainText } from '../../text.ts';
import * as css from './field.css';
import type { FieldProps } from './fieldParts.tsx';

interface InputProps extends FieldProps {
  readonly field: FormField;
  readonly own: Readonly<Record<string, string | boolean>>;
}

/** A value that has no parts. */
export const Input = ({ form, node, path, isRequired = false, field, own }: InputProps) => {
  const value = findPart(form.value, path);
  const set = (next: Json | undefined): void => form.change(replacePart(form.value, path, next));
  const names = field.kind === 'choice' ? field.values.map(String) : field.kind === 'text' ? form.namesFor(path) : undefined;
  if (names !== undefined) {
    const values: readonly Json[] = field.kind === 'choice' ? field.values : names;
    const known = value === undefined || values.includes(value) ? values : [value, ...values];
    return (
      <select
        {...own}
        value={value === undefined ? '' : String(known.indexOf(value))}
        onChange={({ currentTarget }) => set(currentTarget.value === '' ? undefined : known[Number(currentTarget.value)])}
      >
        {isRequired && value !== undefined ? null : <option value="">{node.default === undefined ? '–' : `– (${node.default})`}</option>}
        {known.map((one, k) => (
          <option key={k} value={String(k)}>
            {plainText(field.kind === 'choice' ? String(one) : form.labelFor(String(one)), 80)}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === 'flag')
    return (
      <input
        {...own}
        type="checkbox"
        checked={(value ?? node.default) === true}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
    );
  if (field.kind === 'json') return <JsonInput own={own} value={value} set={set} />;
  const isNumber = field.kind === 'number';
  const typed = {
    ...own,
    class: field.kind === 'duration' || isNumber ? css.short : css.long,
    placeholder: node.default === undefined ? (field.kind === 'duration' ? '10s' : '') : String(node.default),
    spellcheck: false,
    autocomplete: 'off',
    value: typeof value === 'string' || typeof value === 'number' ? value : value === undefined ? '' : JSON.stringify(value),
    onInput: ({ currentTarget: { value: text } }: { readonly currentTarget: HTMLInputElement }): void =>
      set(text === '' && !(isRequired && !isNumber) ? undefined : isNumber ? Number(text) : text),
  };
  return isNumber ? <input type="number" min={node.minimum} step={field.isWhole ? 1 : 'any'} {...typed} /> : <input {...typed} />;
};

/** JSON is taken while it can be read. */
const JsonInput = ({
  own,
  value,
  set,
}: Pick<InputProps, 'own'> & { readonly value: Json | undefined; readonly set: (next: Json | undefined) => void }) => {
  const typed = useSignal<string | undefined>(undefined);
  const written = value === undefined ? '' : JSON.stringify(value);
  const read = (text: string): { readonly value?: Json } | undefined => {
    try {
      return text.trim() === '' ? {} : { value: JSON.parse(text) as Json };
    } catch {
      return undefined;
    }
  };
  const isRead = typed.value === undefined || read(typed.value) !== undefined;
  return (
    <>
      <textarea
        {...own}
        class={css.json}
        rows={2}
        spellcheck={false}
        aria-invalid={!isRead || own['aria-invalid'] === true}
        value={typed.value ?? written}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          const next = read(currentTarget.value);
          if (next !== undefined) set(next.value);
        }}
        onBlur={() => {
          if (isRead) typed.value = undefined;
        }}
      />
      {isRead ? null : <span class="c-bad">This is no JSON: what was there before is kept.</span>}
    </>
  );
};
