import { assertionLine, type FailedAssertion, problemText } from '../../../engine/scenario/index.ts';

/** A failure for a terminal. A failed comparison takes a few lines, so that expected and actual stand below each other. */
export const failureLines = (failure: string, failedAssertions: readonly FailedAssertion[]): readonly string[] => {
  const failed = failedAssertions.find((one) => failure === assertionLine(one));
  if (failed === undefined) return [failure];
  const { what, expected, actual, nearest, ...place } = failed;
  return [
    problemText({ ...place, message: what }),
    `    expected  ${expected}`,
    `    actual    ${actual}`,
    ...(nearest === null ? [] : [`    nearest   ${nearest}`]),
  ];
};
