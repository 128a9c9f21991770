import { useEffect, useRef } from 'preact/hooks';
import { loadEditor } from '../../editor/load.ts';
import type { CodeEditor, CodeEditorOptions } from '../../editor/port.ts';
import * as css from './codeField.css';

interface CodeFieldProps extends Omit<CodeEditorOptions, 'text'> {
  /** The text as it is now: when this is drawn, more may have been written than when drawing began. */
  readonly text: () => string;
  /** Gets the editor when it is there. */
  readonly ready?: (editor: CodeEditor) => void;
}

/** A text that is edited with the keys, colors and checks of an editor. */
export const CodeField = (props: CodeFieldProps) => {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (host.current === null) return undefined;
    const { text, label, ready } = latest.current;
    const opened = loadEditor()?.(host.current, {
      text: text(),
      label,
      check: (written) => latest.current.check(written),
      complete: (written, offset) => latest.current.complete(written, offset),
      onChange: (written) => latest.current.onChange(written),
      onRun: () => latest.current.onRun(),
    });
    editor.current = opened;
    if (opened !== undefined) ready?.(opened);
    return () => opened?.close();
  }, []);
  useEffect(() => editor.current?.setText(latest.current.text()));
  return <div class={css.code} data-code ref={host} />;
};
