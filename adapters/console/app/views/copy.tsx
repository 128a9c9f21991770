import { useSignal } from '@preact/signals';
import { plainText } from '../text.ts';
import { useWholeCommand } from './context.ts';
import * as css from './copy.css';

/** A command with a button that copies it. What is copied is the command itself; what is shown is cut where it is too long. */
export const CopyCommand = ({ text: part, name }: { readonly text: string; readonly name: string }) => {
  const text = useWholeCommand(part);
  return (
    <span class="copy-command">
      <code>{plainText(text, 400)}</code>
      <CopyButton text={() => text} name={`the command: ${name}`} words="copy" />
    </span>
  );
};

interface CopyButtonProps {
  readonly text: () => string;
  /** What is copied. */
  readonly name: string;
  readonly words: string;
}

/** Copies a text, and says so for a moment. */
export const CopyButton = ({ text, name, words }: CopyButtonProps) => {
  const isCopied = useSignal(false);
  return (
    <button
      type="button"
      class={`key ${css.copy}`}
      aria-label={`${words} ${name}`}
      onClick={() => {
        void copyText(text()).then((copied) => {
          isCopied.value = copied;
          if (copied) setTimeout(() => (isCopied.value = false), 1_500);
        });
      }}
    >
      {isCopied.value ? 'copied' : words}
    </button>
  );
};

/** Pages that are opened from disk may not be allowed to use the clipboard by its interface: then by a selection, as people do. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
  }
};
