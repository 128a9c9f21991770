import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { linkMax } from '../link/scenarioLink.ts';
import { commands } from '../model/commands.ts';
import type { Session } from '../session.ts';
import { useConsole } from './context.ts';
import { CopyButton } from './copy.tsx';
import * as css from './header.css';
import { Text } from './parts.tsx';

/** Makes links: to this moment, for readers who have the page; and one that holds the scenario, too, and opens on any page of this kind. */
export const LinkMaker = ({ session }: { readonly session: Session }) => {
  const { source } = useConsole();
  const made = useSignal({ short: '', whole: '' });
  const field = useRef<HTMLInputElement>(null);
  const make = async (): Promise<void> => {
    made.value = { short: session.shortLink, whole: await session.link() };
    field.current?.select();
  };
  const { short, whole } = made.value;
  const isFile = location.protocol === 'file:';
  const name = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
  return (
    <details
      class="badge"
      name="header"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void make();
      }}
    >
      <summary data-command={commands.page(source())} title="A link to this run and moment">
        Link
      </summary>
      <div class={`popup ${css.right}`}>
        {isFile ? (
          <p>
            This page is a file, so its links open on this machine alone. Elsewhere, send the file{' '}
            <b>
              <Text value={name} max={80} />
            </b>
            , or the scenario in a link: any page of podsim opens what follows its #.
          </p>
        ) : null}
        {short === whole ? null : (
          <LinkField id="short-link" words={isFile ? 'To this moment, on this machine:' : 'To this moment:'} link={short} />
        )}
        <LinkField
          id="made-link"
          field={field}
          link={whole}
          words={`The scenario itself is in this link, ${whole.length} characters${
            whole.length > linkMax ? '. That is more than a page reads: send the page itself instead.' : ':'
          }`}
          part={isFile ? whole.slice(whole.indexOf('#')) : undefined}
        />
      </div>
    </details>
  );
};

interface LinkFieldProps {
  readonly id: string;
  readonly words: string;
  readonly link: string;
  /** Of the link, what opens on another page. */
  readonly part?: string | undefined;
  readonly field?: RefObject<HTMLInputElement | null>;
}

const LinkField = ({ id, words, link, part, field }: LinkFieldProps) => (
  <>
    <label>
      {words}
      <input id={id} readOnly ref={field ?? null} value={link} />
    </label>
    <CopyButton name="the link" words="Copy" text={() => link} />
    {part === undefined ? null : <CopyButton name="(what follows the address of any page)" words="Copy from # on" text={() => part} />}
  </>
);
