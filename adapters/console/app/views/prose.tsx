import { plainText } from '../text.ts';

/** A text of a lesson as a paragraph: its lines are joined, and what stands between backticks is code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <p class="prose text">
    {plainText(text.trim().replaceAll(/\s*\n\s*/g, ' '), 4_000)
      .split('`')
      .map((part, k) => (k % 2 === 0 ? part : <code key={k}>{part}</code>))}
  </p>
);
