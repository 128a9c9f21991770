/**
 * `ln`, `exp`, powers and the square root made only of `+ - * /`. `Math.log` and similar functions are not specified to the last digit, and
 * JavaScript engines differ. These give the same bits wherever IEEE 754 doubles are used.
 */

const ln2 = 0.6931471805599453;

/** Natural logarithm of a positive finite number; error below 1e-15 relative. */
export const ln = (x: number): number => {
  let exponent = 0;
  let mantissa = x;
  while (mantissa > 1.4142135623730951) {
    mantissa /= 2;
    exponent += 1;
  }
  while (mantissa < 0.7071067811865476) {
    mantissa *= 2;
    exponent -= 1;
  }
  // ln(m) = 2·artanh(t) with t = (m-1)/(m+1), and |t| is below 0.172 here.
  const t = (mantissa - 1) / (mantissa + 1);
  const t2 = t * t;
  let sum = 0;
  for (let k = 21; k >= 1; k -= 2) sum = sum * t2 + 1 / k;
  return exponent * ln2 + 2 * t * sum;
};

/** e to the x, for |x| below 700. */
export const exp = (x: number): number => {
  const halvings = Math.round(x / ln2);
  const r = x - halvings * ln2;
  let sum = 1;
  for (let k = 18; k >= 1; k--) sum = 1 + (r / k) * sum;
  let result = sum;
  for (let k = 0; k < halvings; k++) result *= 2;
  for (let k = 0; k > halvings; k--) result /= 2;
  return result;
};

/** `base` to the power `exponent`, of a base that is not negative and an exponent that is not zero; |exponent · ln(base)| is below 700. */
export const power = (base: number, exponent: number): number => (base === 0 ? 0 : exp(exponent * ln(base)));

/** Square root of a number that is not negative. */
export const squareRoot = (x: number): number => (x === 0 ? 0 : exp(ln(x) / 2));
