// Stands in for `@jest/globals`, so that the example for Jest is run without Jest, whose 278 packages would double the installation:
// Jest's own `expect`, and the `test` of node:test. Preloaded by `node --import`.
import { register } from 'node:module';

const stand = `import nodeTest from 'node:test'; export { expect } from '${import.meta.resolve('expect')}'; export const test = nodeTest;`;
const hooks = `
  export const resolve = (name, context, next) =>
    name === '@jest/globals' ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(stand)}`)}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
