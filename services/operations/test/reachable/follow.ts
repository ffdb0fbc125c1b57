import ts from 'typescript';
import type { SourceModule, SourceTree } from './source-tree.ts';

/** A declaration, and the file in which its names are resolved. */
export interface Place {
  readonly module: SourceModule;
  readonly node: ts.Node;
}

/** Finds the declarations that a node uses, as far as names tell. */
export function follow(tree: SourceTree, module: SourceModule, node: ts.Node): Place[] {
  if (ts.isIdentifier(node)) return isMemberName(node) ? [] : findDeclaration(tree, module, node.text);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression: receiver, name } = node.expression;
  const dependency = ts.isPropertyAccessExpression(receiver) ? receiver.name.text : receiver.getText();
  return findMethods(tree, module, dependency, name.text);
}

/** Returns true for the name of a member, which refers to no declaration: `a.name`, `{ name: a }`. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  const isNamed = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent);
  return (isNamed && parent.name === node) || (ts.isBindingElement(parent) && parent.propertyName === node);
}

export function findDeclaration(tree: SourceTree, module: SourceModule, name: string): Place[] {
  const own = module.declared.get(name);
  if (own !== undefined) return [{ module, node: own }];
  const target = module.imported.get(name);
  const other = target && tree.read(target.path);
  if (other === undefined) return (module.inner.get(name) ?? []).map((node) => ({ module, node }));
  const node = other.declared.get(target?.name ?? '');
  return node === undefined ? [] : [{ module: other, node }];
}

/** Finds a method of a dependency in the file of its type in `Deps`, and in the files of the same folder that this one imports. */
function findMethods(tree: SourceTree, { path }: SourceModule, dependency: string, method: string): Place[] {
  const deps = tree.read(path.replace(/\/src\/.*$/u, '/src/deps.ts'));
  const type = readTypeName(deps, dependency);
  const home = type === undefined ? undefined : deps.imported.get(type)?.path;
  if (home === undefined) return [];
  const first = tree.read(home);
  const others = [...first.imported.values()]
    .filter(({ path: other }) => other.includes('/src/store/') || other.includes('/src/clients/'))
    .map(({ path: other }) => tree.read(other));
  return [first, ...new Set(others)].flatMap((module) =>
    (module.methods.get(method) ?? []).map((node) => ({ module, node })),
  );
}

function readTypeName({ declared }: SourceModule, dependency: string): string | undefined {
  const deps = declared.get('Deps');
  if (deps === undefined || !ts.isInterfaceDeclaration(deps)) return undefined;
  const member = deps.members.find(({ name }) => name?.getText() === dependency);
  const type = member !== undefined && ts.isPropertySignature(member) ? member.type?.getText() : undefined;
  return type?.match(/\w+/u)?.[0];
}
