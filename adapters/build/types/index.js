export { rollup } from 'rollup';
export { dts } from 'rollup-plugin-dts';
export { default as ts } from 'typescript';
