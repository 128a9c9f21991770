import type { ComponentChildren } from 'preact';
import type { Json } from '../../../../../engine/kernel/index.ts';
import type { Live } from '../../live/live.ts';
import { controlRequest } from '../../source/named.ts';
import * as css from './controlButton.css';

/** Controls in a row; the bar below shows the command of each. */
export const Commands = ({ children }: { readonly children: ComponentChildren }) => <div class={css.commandsRow}>{children}</div>;

interface ControlButtonProps {
  readonly live: Live;
  /** Below the control plane. */
  readonly path: string;
  readonly method?: 'POST' | 'DELETE';
  readonly body?: Json;
  readonly press?: () => void;
  readonly isSubmit?: boolean;
  readonly isOff?: boolean;
  readonly children: ComponentChildren;
}

/** A button that asks the control plane. */
export const ControlButton = ({
  live,
  method = 'POST',
  path,
  body,
  press,
  isSubmit = false,
  isOff = false,
  children,
}: ControlButtonProps) => (
  <button
    type={isSubmit ? 'submit' : 'button'}
    class="key"
    disabled={isOff}
    data-command={live.command(controlRequest(method, path, body))}
    {...(press === undefined ? {} : { onClick: press })}
  >
    {children}
  </button>
);
