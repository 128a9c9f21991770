import type { VNode } from 'preact';
import { Fold } from '../fold.tsx';
import * as css from './twin.css';

/** What a drawing shows, as a table for those who do not see it. */
export const Twin = ({ table }: { readonly table: () => VNode }) => <Fold class={css.twin} title="As a table" content={table} />;
