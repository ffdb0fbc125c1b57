import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** The sources of the services. Each file is parsed, without types, when it is read first. */
export interface SourceTree {
  /** The files that implement rpcs. */
  readonly handlers: readonly string[];
  /** Returns a module without declarations for a file that does not exist. */
  readonly read: (path: string) => SourceModule;
}

export interface SourceModule {
  readonly path: string;
  readonly source: ts.SourceFile;
  /** The declarations at the top of the file, by name. */
  readonly declared: ReadonlyMap<string, ts.Node>;
  /** Local name → file and name of what it imports, for files of this repository. */
  readonly imported: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
  /** The gRPC services that the file imports to call them, such as `BillingService`. */
  readonly called: readonly string[];
  /** The functions within other functions, by name. */
  readonly inner: ReadonlyMap<string, readonly ts.Node[]>;
  /** The methods and function members of object literals anywhere in the file, by name. */
  readonly methods: ReadonlyMap<string, readonly ts.Node[]>;
}

const services = join(import.meta.dirname, '../../..');

export function readSources(): SourceTree {
  const known = new Map<string, SourceModule>();
  return {
    handlers: globSync('*/src/rpc/*.ts', { cwd: services }).map((path) => join(services, path)),
    read(path) {
      const module = known.get(path) ?? parse(path);
      known.set(path, module);
      return module;
    },
  };
}

function parse(path: string): SourceModule {
  const source = ts.createSourceFile(
    path,
    existsSync(path) ? readFileSync(path, 'utf8') : '',
    ts.ScriptTarget.Latest,
    true,
  );
  const declared = new Map<string, ts.Node>();
  const imported = new Map<string, { path: string; name: string }>();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) addImports(imported, path, statement);
    else if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations) declared.set(one.name.getText(), one);
    else if ('name' in statement && statement.name !== undefined)
      declared.set((statement.name as ts.Node).getText(), statement);
  }
  const inner = listByName(source, (node) => (isInnerFunction(node) ? node.name.getText() : undefined));
  const methods = listByName(source, (node) => (isMember(node) ? node.name.getText() : undefined));
  const called = [...source.text.matchAll(/^import \{.*\b(\w+Service)Service\b.*\} from '@assay\/proto/gmu)];
  return { path, source, declared, imported, called: called.map(([, name = '']) => name), inner, methods };
}

type InnerFunction = ts.FunctionDeclaration & { readonly name: ts.Identifier };

function isInnerFunction(node: ts.Node): node is InnerFunction | ts.VariableDeclaration {
  if (ts.isFunctionDeclaration(node)) return node.name !== undefined;
  return (
    ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer)
  );
}

function isMember(
  node: ts.Node,
): node is ts.MethodDeclaration | ts.PropertyAssignment | ts.ShorthandPropertyAssignment {
  return (
    ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
  );
}

function addImports(
  imported: Map<string, { path: string; name: string }>,
  from: string,
  { moduleSpecifier, importClause }: ts.ImportDeclaration,
): void {
  const path = resolve(from, (moduleSpecifier as ts.StringLiteral).text);
  const bindings = importClause?.namedBindings;
  if (path === undefined || bindings === undefined || !ts.isNamedImports(bindings)) return;
  for (const { name, propertyName } of bindings.elements)
    imported.set(name.text, { path, name: (propertyName ?? name).text });
}

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const [, folder = '', rest = ''] = /^@assay\/(\w+)\/(.+)$/u.exec(specifier) ?? [];
  return folder === '' || folder === 'proto' ? undefined : join(services, folder, 'src', `${rest}.ts`);
}

function listByName(
  source: ts.SourceFile,
  readName: (node: ts.Node) => string | undefined,
): ReadonlyMap<string, readonly ts.Node[]> {
  const found = new Map<string, ts.Node[]>();
  const visit = (node: ts.Node): void => {
    const name = readName(node);
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), node]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
