import type { ComponentChildren } from 'preact';
import type { SchemaNode } from '../../../../../engine/compare/index.ts';
import type { Json } from '../../../../../engine/kernel/index.ts';
import { findPart, type ValuePath } from '../../model/change/fields.ts';
import type { Complaint } from '../../model/change/refusal.ts';
import { plainText } from '../../text.ts';
import { Text } from '../parts.tsx';
import * as css from './field.css';

/** What all fields of a form share. */
export interface FieldForm {
  readonly value: Json | undefined;
  readonly change: (value: Json | undefined) => void;
  readonly complaints: readonly Complaint[];
  /** What there is to choose from; undefined if a field is free. */
  readonly namesFor: (path: ValuePath) => readonly string[] | undefined;
  readonly labelFor: (id: string) => string;
  readonly isShown: (path: ValuePath) => boolean;
  /** What a description says that concerns this form. */
  readonly describe: (description: string) => string;
}

export interface FieldProps {
  readonly form: FieldForm;
  readonly node: SchemaNode;
  readonly path: ValuePath;
  readonly isRequired?: boolean;
}

/** The body is the form itself. What need not be given unfolds. */
export const Group = ({ form, node, path, isRequired = false, children }: FieldProps & { readonly children: ComponentChildren }) => {
  if (path.length === 0 || (path.length === 1 && path[0] === 'body')) return <>{children}</>;
  const isOpen = isRequired || findPart(form.value, path) !== undefined || hasComplaint(form, path);
  return (
    <details class={css.group} open={isOpen}>
      <summary>
        <Name path={path} isRequired={isRequired} />
      </summary>
      <div class={css.parts}>
        <About form={form} node={node} />
        <Complaints form={form} path={path} />
        {children}
      </div>
    </details>
  );
};

export const hasComplaint = ({ complaints }: FieldForm, path: ValuePath): boolean =>
  complaints.some((one) => path.every((part, k) => one.path[k] === part));

export const isSame = (a: ValuePath, b: ValuePath): boolean => a.length === b.length && a.every((part, k) => part === b[k]);

export const Complaints = ({ form, path }: Pick<FieldProps, 'form' | 'path'>) => (
  <>
    {form.complaints
      .filter((one) => isSame(one.path, path))
      .map(({ words }) => (
        <p key={words} class={`c-bad ${css.complaint}`}>
          <Text value={words} max={400} />
        </p>
      ))}
  </>
);

/** What a part is called: by its name, or in a list by its place. */
export const nameIn = (path: ValuePath): string => {
  const last = path.at(-1);
  return typeof last === 'number' ? `${path.at(-2)} ${last + 1}` : String(last ?? '');
};

export const Name = ({ path, isRequired }: { readonly path: ValuePath; readonly isRequired: boolean }) => (
  <span class={css.name}>
    {nameIn(path)}
    {isRequired ? <span class="dim"> required</span> : null}
  </span>
);

/** What the schema says of a part. A duration says by its example what it is. */
export const About = ({ form, node: { description = '' } }: Pick<FieldProps, 'form' | 'node'>) =>
  description === '' || description.startsWith('A duration: ') ? null : (
    <span class="dim small">{plainText(form.describe(description), aboutMax)}</span>
  );

const aboutMax = 240;
