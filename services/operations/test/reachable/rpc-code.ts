import type { DomainError, ErrorStatus } from '@assay/chassis/errors';
import ts from 'typescript';
import { findDeclaration, follow } from './follow.ts';
import type { Place } from './follow.ts';
import type { SourceModule, SourceTree } from './source-tree.ts';

/** The code that an rpc can run, as far as names tell: calls of stores and clients are resolved by the type of the dependency. */
export interface RpcCode {
  /** `ProjectsService/createProject`. */
  readonly rpc: string;
  /** The errors that the code creates. */
  readonly refusals: readonly Refusal[];
  /** The names that the code reads as members. */
  readonly names: ReadonlySet<string>;
  /** The rpcs of other services that the code calls. Their errors come back to the caller unless the code catches them. */
  readonly calls: ReadonlySet<string>;
}

type Refusal = Pick<DomainError, 'status' | 'reason'>;

/** Finds the handlers of all rpcs and the code that each reaches. */
export function readRpcCode(tree: SourceTree): readonly RpcCode[] {
  return tree.handlers.flatMap((path) => {
    const module = tree.read(path);
    return [...module.declared.values()].flatMap((node) => {
      if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return [];
      const service = /^Rpcs<\w+, typeof (\w+)Service>$/u.exec(node.type?.getText() ?? '')?.[1];
      const handlers = service === undefined ? [] : listMembers(tree, { module, node: node.initializer });
      return handlers.map(({ name, places }) => ({
        rpc: `${service ?? ''}/${name}`,
        ...collect(tree, places),
      }));
    });
  });
}

interface Member {
  readonly name: string;
  readonly places: readonly Place[];
}

/** Lists the members of an object literal, also of one that a function builds or that is a member of such an object. */
function listMembers(tree: SourceTree, { module, node }: Place): Member[] {
  if (ts.isCallExpression(node)) {
    const [built] = findDeclaration(tree, module, node.expression.getText());
    const literal = built && findReturned(built.node);
    if (built === undefined || literal === undefined) return [];
    const passed = node.arguments.map((argument) => ({ module, node: argument }));
    return listMembers(tree, { ...built, node: literal }).map(({ name, places }) => ({
      name,
      places: [...places, ...passed],
    }));
  }
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.map((property) => {
    const value = ts.isPropertyAssignment(property) ? property.initializer : property;
    const chosen = ts.isPropertyAccessExpression(value) ? chooseMember(tree, module, value) : undefined;
    return { name: property.name?.getText() ?? '', places: chosen?.places ?? [{ module, node: property }] };
  });
}

function chooseMember(
  tree: SourceTree,
  module: SourceModule,
  { expression, name }: ts.PropertyAccessExpression,
): Member | undefined {
  const [owner] = findDeclaration(tree, module, expression.getText());
  if (owner === undefined || !ts.isVariableDeclaration(owner.node) || owner.node.initializer === undefined)
    return undefined;
  const members = listMembers(tree, { module: owner.module, node: owner.node.initializer });
  return members.find((member) => member.name === name.text);
}

/** Finds the object literal that a function returns. */
function findReturned(node: ts.Node): ts.Node | undefined {
  if (
    ts.isReturnStatement(node) &&
    node.expression !== undefined &&
    ts.isObjectLiteralExpression(node.expression)
  )
    return node.expression;
  return ts.forEachChild(node, findReturned);
}

/** The errors and names of a declaration itself, and the declarations that it uses. */
interface Facts {
  readonly refusals: readonly Refusal[];
  readonly names: readonly string[];
  readonly calls: readonly string[];
  readonly uses: readonly Place[];
}

const factsByNode = new Map<ts.Node, Facts>();

function collect(tree: SourceTree, start: readonly Place[]): Omit<RpcCode, 'rpc'> {
  const seen = new Set<ts.Node>();
  const refusals = new Map<string, Refusal>();
  const names = new Set<string>();
  const calls = new Set<string>();
  const queue = [...start];
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (seen.has(place.node)) continue;
    seen.add(place.node);
    const facts = factsByNode.get(place.node) ?? readFacts(tree, place);
    factsByNode.set(place.node, facts);
    for (const refusal of facts.refusals) refusals.set(refusal.reason, refusal);
    for (const name of facts.names) names.add(name);
    for (const rpc of facts.calls) calls.add(rpc);
    queue.push(...facts.uses);
  }
  return { refusals: [...refusals.values()], names, calls };
}

function readFacts(tree: SourceTree, { module, node }: Place): Facts {
  const refusals: Refusal[] = [];
  const names: string[] = [];
  const calls: string[] = [];
  const uses: Place[] = [];
  const visit = (one: ts.Node): void => {
    const refusal = readRefusal(one);
    if (refusal !== undefined) refusals.push(refusal);
    const name = readName(one);
    if (name !== undefined) names.push(name);
    calls.push(...listCalls(module, one));
    uses.push(...follow(tree, module, one));
    ts.forEachChild(one, visit);
  };
  visit(node);
  return { refusals, names, calls, uses };
}

/** Reads status and reason of a `new DomainError(status, reason, …)`. */
function readRefusal(node: ts.Node): Refusal | undefined {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'DomainError') return undefined;
  const [status, reason] = node.arguments ?? [];
  if (status === undefined || reason === undefined) return undefined;
  if (!ts.isStringLiteral(status) || !ts.isStringLiteral(reason)) return undefined;
  // The constructor admits no other text.
  return { status: status.text as ErrorStatus, reason: reason.text };
}

/** Reads the name of a member that the code takes from an object: `a.name`, or a destructured one. */
function readName(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isBindingElement(node)) return (node.propertyName ?? node.name).getText();
  return undefined;
}

/** Lists the rpcs that a call can mean: a method of a client is called by the name of its rpc. */
function listCalls({ called }: SourceModule, node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name } = node.expression;
  return called.map((service) => `${service}/${name.text}`);
}
