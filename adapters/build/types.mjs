// The types of the package: a flat file for each entry. They import vitest, the one package that users bring, and nothing
// else: what the schemas of zod, or the machines of XState, say in the sources is written out. So a project compiles against podsim
// without any of the packages that are bundled, and without the time that their types take.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dts, rollup, ts } from 'package-types';
import { describeCalls } from './callWords.mjs';
import { describeFields, describeSettings } from './fieldWords.mjs';

const entries = {
  index: 'dist/types/engine/index.d.ts',
  testing: 'dist/types/adapters/testing/index.d.ts',
  vitest: 'dist/types/adapters/vitest/index.d.ts',
  lab: 'dist/types/adapters/lab/index.d.ts',
  worker: 'dist/types/adapters/worker/index.d.ts',
};

export const bundleTypes = async () => {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'engine', 'adapters'], { stdio: 'inherit' });
  const [drafts, made] = ['dist/made/drafts', 'dist/declarations'];
  for (const folder of [drafts, made]) rmSync(folder, { recursive: true, force: true });
  await bundle(entries, drafts);
  writeOut(drafts);
  const inDrafts = Object.fromEntries(Object.keys(entries).map((name) => [name, `${drafts}/${name}.d.ts`]));
  const written = await bundle(inDrafts, made);
  await describeCalls(`${made}/testing.d.ts`);
  const schema = JSON.parse(readFileSync('scenarios/scenario.schema.json', 'utf8'));
  // Which of the files that entries share has a type depends on which entries use it.
  const fileWith = (name) =>
    written.map((file) => `${made}/${file}`).find((file) => readFileSync(file, 'utf8').includes(`\ntype ${name} = `));
  const described = {
    WorldWritten: schema.properties.world,
    HandlerWritten: schema.definitions['setHandler.body'],
  };
  for (const [name, its] of Object.entries(described)) describeFields(fileWith(name), { [name]: its }, schema);
  describeSettings(fileWith('SettingsWritten'), schema.properties.world.properties.settings, schema);
  for (const name of written) checkAlone(`${made}/${name}`);
};

/** Bundles declarations, and returns the names of the files. */
const bundle = async (input, dir) => {
  const declarations = await rollup({
    input,
    external: ['vitest', 'zod'],
    plugins: [dts({ respectExternal: true, tsconfig: false })],
    onwarn: ({ code, message }) => {
      // Types may refer to each other in rings; and a package may add to one of its own modules, which is then in the same file.
      if (!/^(?:CIRCULAR_DEPENDENCY|CYCLIC_CROSS_CHUNK_REEXPORT)$/.test(code) && !message.includes('declare module'))
        throw new Error(message);
    },
  });
  const { output } = await declarations.write({ dir, entryFileNames: '[name].d.ts', chunkFileNames: 'shared.d.ts' });
  return output.map(({ fileName }) => fileName);
};

/** Replaces, in the files of a folder, each type that is computed from schemas by what it is. */
const writeOut = (folder) => {
  const program = ts.createProgram(ts.sys.readDirectory(folder, ['.d.ts']), {
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, types: [] },
    ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext },
  });
  const sources = program.getRootFileNames().map((file) => program.getSourceFile(file));
  const written = writtenOut(sources, program.getTypeChecker());
  for (const source of sources) {
    let { text } = source;
    for (const declaration of [...source.statements].reverse()) {
      const type = written.get(declaration);
      if (type !== undefined) text = `${text.slice(0, declaration.type.getStart())}${type}${text.slice(declaration.type.end)}`;
    }
    writeFileSync(source.fileName, text);
  }
};

/**
 * The text of each type that is computed from schemas, for its declaration: a type that refers to zod, to a constant that is made with it,
 * or to a type with parameters that does.
 */
const writtenOut = (sources, checker) => {
  const written = new Map();
  const ofSchemas = new Set();
  const refers = (node) => {
    if (ts.isIdentifier(node) && node.parent.name !== node) {
      const symbol = checker.getSymbolAtLocation(node);
      const [declaration] = symbol?.declarations ?? [];
      if (declaration !== undefined && isOfZod(declaration)) return true;
      const isImported = symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias;
      if (ofSchemas.has(isImported ? checker.getAliasedSymbol(symbol) : symbol)) return true;
    }
    return ts.forEachChild(node, refers) ?? false;
  };
  const declarations = sources
    .flatMap(({ statements }) => statements)
    .flatMap((statement) => (ts.isVariableStatement(statement) ? statement.declarationList.declarations : statement))
    .filter((declaration) => declaration.name !== undefined && !ts.isClassDeclaration(declaration));
  for (let before = -1; before < ofSchemas.size; ) {
    before = ofSchemas.size;
    for (const declaration of declarations) {
      const symbol = checker.getSymbolAtLocation(declaration.name);
      if (ofSchemas.has(symbol) || !refers(declaration)) continue;
      const type = typeOf(declaration, checker, ofSchemas);
      // What is written out may still name what is made of schemas, such as a row of the operations: then others must not refer to it.
      const names = new Set(['z', ...[...ofSchemas].map(({ name }) => name)]);
      const isWritten = type !== undefined && !namesIn(type).some((name) => names.has(name));
      if (isWritten) written.set(declaration, printer.printNode(ts.EmitHint.Unspecified, type, declaration.getSourceFile()));
      else ofSchemas.add(symbol);
    }
  }
  return new Map([...written].filter(([{ name }]) => !ofSchemas.has(checker.getSymbolAtLocation(name))));
};

/** A type without parameters as it is, in place of how it is computed. */
const typeOf = (declaration, checker, ofSchemas) => {
  if (!ts.isTypeAliasDeclaration(declaration) || declaration.typeParameters !== undefined) return undefined;
  const type = checker.getTypeAtLocation(declaration.name);
  dropNames(type, checker, ofSchemas);
  return checker.typeToTypeNode(type, declaration, flags);
};

/** The compiler prints a type by the name it was given, also one deep within another. Without these names it prints what the type is. */
const dropNames = (whole, checker, names) => {
  const seen = new Set();
  const visit = (type) => {
    if (seen.has(type)) return;
    seen.add(type);
    if (names.has(type.aliasSymbol)) type.aliasSymbol = undefined;
    for (const part of type.types ?? []) visit(part);
    if (type.flags & ts.TypeFlags.Object) {
      for (const argument of checker.getTypeArguments(type)) visit(argument);
      for (const { type: value } of checker.getIndexInfosOfType(type)) visit(value);
      for (const property of checker.getPropertiesOfType(type)) visit(checker.getTypeOfSymbol(property));
    }
  };
  visit(whole);
};

/** The names of the types and constants that a type refers to. */
const namesIn = (node) => {
  const names = [];
  const visit = (part) => {
    const name = ts.isTypeReferenceNode(part) ? part.typeName : ts.isTypeQueryNode(part) ? part.exprName : undefined;
    if (name !== undefined) names.push((ts.isQualifiedName(name) ? name.left : name).text);
    ts.forEachChild(part, visit);
  };
  visit(node);
  return names;
};

const printer = ts.createPrinter({ removeComments: true });

const flags =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.InTypeAlias |
  ts.NodeBuilderFlags.UseStructuralFallback |
  ts.NodeBuilderFlags.UseSingleQuotesForStringLiteralType |
  ts.NodeBuilderFlags.MultilineObjectLiterals;

const isOfZod = (declaration) => ts.findAncestor(declaration, ts.isImportDeclaration)?.moduleSpecifier.text === 'zod';

/** Fails where a file of types needs another package than vitest. */
const checkAlone = (file) => {
  const others = [...readFileSync(file, 'utf8').matchAll(/(?: from |import\()'([^'.][^']*)'/g)].map(([, name]) => name);
  const strange = new Set(others.filter((name) => name !== 'vitest' && !name.startsWith('node:')));
  if (strange.size > 0) throw new Error(`${file} needs ${[...strange].join(', ')}: export no type that is made of its types`);
};
