import { useId, useRef } from 'preact/hooks';
import { makeSample, type SchemaNode } from '../../../../../engine/compare/index.ts';
import {
  chooseField,
  type FieldPart,
  type FormField,
  findPart,
  findVariant,
  replacePart,
  simplifyNode,
} from '../../model/change/fields.ts';
import * as css from './field.css';
import { Input } from './fieldInput.tsx';
import { About, Complaints, type FieldProps, Group, hasComplaint, isSame, Name, nameIn } from './fieldParts.tsx';

/** A part of a call, as its schema says it. */
export const FieldView = (props: FieldProps) => {
  const { form, node, path } = props;
  const field = chooseField(node);
  const value = findPart(form.value, path);
  if (field.kind === 'nothing' || (value === undefined && !form.isShown(path))) return null;
  switch (field.kind) {
    case 'group':
      return (
        <Group {...props}>
          <Parts form={form} path={path} parts={field.parts} />
        </Group>
      );
    case 'variants':
      return <Variants {...props} variants={field.variants} chosen={findVariant(field.variants, value)} />;
    case 'list':
      return <List {...props} item={field.item} />;
    default:
      return <Leaf {...props} field={field} />;
  }
};

interface PartsProps extends Pick<FieldProps, 'form' | 'path'> {
  readonly parts: readonly FieldPart[];
}

/** The parts of an object. Of many, those unfold that need not be given and were not, when the form began. */
const Parts = ({ form, path, parts }: PartsProps) => {
  const isFront = ({ name, isRequired }: FieldPart): boolean =>
    isRequired || findPart(form.value, [...path, name]) !== undefined || hasComplaint(form, [...path, name]);
  const began = useRef<ReadonlySet<string>>(new Set(parts.filter(isFront).map(({ name }) => name)));
  const shown = parts.filter(({ name }) => form.isShown([...path, name]));
  const front = shown.filter(({ name }) => began.current.has(name));
  const rest = shown.filter(({ name }) => !began.current.has(name));
  const isFolded = path.length > 0 && front.length > 0 && rest.length >= foldedMin;
  const draw = (some: readonly FieldPart[]) =>
    some.map(({ name, node, isRequired }) => (
      <FieldView key={name} form={form} node={node} path={[...path, name]} isRequired={isRequired} />
    ));
  if (!isFolded) return <>{draw(shown)}</>;
  return (
    <>
      {draw(front)}
      <details class={css.group} open={rest.some(({ name }) => hasComplaint(form, [...path, name]))}>
        <summary class="dim">more: {rest.map(({ name }) => name).join(', ')}</summary>
        <div class={css.parts}>{draw(rest)}</div>
      </details>
    </>
  );
};

/** Fewer are not folded. */
const foldedMin = 3;

interface VariantsProps extends FieldProps {
  readonly variants: readonly { readonly name: string; readonly node: SchemaNode }[];
  /** The place of the one that the value is of; -1 if there is no value. */
  readonly chosen: number;
}

/** A value of one of several forms: which one, and then its fields. */
const Variants = ({ form, node, path, isRequired = false, variants, chosen }: VariantsProps) => {
  const id = useId();
  const one = variants[chosen];
  return (
    <div class={css.list}>
      <label for={id}>
        <Name path={path} isRequired={isRequired} />
      </label>{' '}
      <select
        id={id}
        data-path={path.join('.')}
        value={String(chosen)}
        onChange={({ currentTarget }) => {
          const taken = variants[Number(currentTarget.value)];
          form.change(replacePart(form.value, path, taken && makeSample(taken.node)));
        }}
      >
        {isRequired && one !== undefined ? null : <option value="-1">–</option>}
        {variants.map(({ name }, k) => (
          <option key={k} value={String(k)}>
            {name}
          </option>
        ))}
      </select>
      <About form={form} node={node} />
      <Complaints form={form} path={path} />
      {one === undefined ? null : (
        <div class={css.parts}>
          <FieldView form={form} node={one.node} path={path} isRequired />
        </div>
      )}
    </div>
  );
};

const List = ({ form, node, path, isRequired = false, item }: FieldProps & { readonly item: SchemaNode }) => {
  const items = findPart(form.value, path);
  const count = Array.isArray(items) ? items.length : 0;
  return (
    <div class={css.list}>
      <Name path={path} isRequired={isRequired} /> <About form={form} node={node} />
      <Complaints form={form} path={path} />
      {Array.from({ length: count }, (_, k) => (
        <div key={k} class={css.item}>
          <FieldView form={form} node={item} path={[...path, k]} isRequired />
          <button
            type="button"
            class="key"
            aria-label={`Remove ${nameIn(path)} ${k + 1}`}
            onClick={() => form.change(replacePart(form.value, [...path, k], undefined))}
          >
            ✕
          </button>
        </div>
      ))}
      <button
        type="button"
        class="key"
        onClick={() => form.change(replacePart(form.value, [...path, count], makeSample(simplifyNode(item))))}
      >
        Add one to {nameIn(path)}
      </button>
    </div>
  );
};

const Leaf = ({ form, node, path, isRequired = false, field }: FieldProps & { readonly field: FormField }) => {
  const id = useId();
  const isWrong = form.complaints.some((one) => isSame(one.path, path));
  const own = { id, 'aria-invalid': isWrong, 'aria-describedby': `${id}-more`, 'data-path': path.join('.') };
  return (
    <div class={css.field}>
      <label for={id}>
        <Name path={path} isRequired={isRequired} />
      </label>
      <Input form={form} node={simplifyNode(node)} path={path} isRequired={isRequired} field={field} own={own} />
      <div id={`${id}-more`} class={css.more}>
        <About form={form} node={node} />
        <Complaints form={form} path={path} />
      </div>
    </div>
  );
};
