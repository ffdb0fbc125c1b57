type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The part of an OpenAPI document that is read. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, JsonObject>>;
    readonly schemas: Readonly<Record<string, JsonObject>>;
  };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: Readonly<Record<string, JsonObject>>;
}

interface SelectedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Lists the operations with these ids, in the order of the document. */
export function listOperations(
  document: ApiDocument,
  ids: ReadonlySet<string>,
): readonly SelectedOperation[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .filter(({ operation }) => ids.has(operation.operationId));
}

/** Returns a document of these operations: their parameters, bodies and successful answers, and the schemas that these need. */
export function selectOperations(document: ApiDocument, ids: ReadonlySet<string>): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { method, path, operation } of listOperations(document, ids))
    paths[path] = { ...paths[path], [method]: reduceOperation(document, operation) };
  const schemas = Object.fromEntries(
    [...findSchemas(document, paths)]
      .sort()
      .map((name) => [name, dropTexts(document.components.schemas[name] ?? {})]),
  );
  return { openapi: '3.1.0', info: { title: 'Assay', version: '2' }, paths, components: { schemas } };
}

function reduceOperation(document: ApiDocument, operation: Operation): JsonObject {
  const parameters = (operation.parameters ?? [])
    .map(({ $ref, ...own }) => document.components.parameters[readName($ref)] ?? own)
    .filter(({ in: place, name }) => place !== 'header' || name === 'Idempotency-Key')
    .map(dropTexts);
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
  const responses = successes.map(([status, { content }]) => [status, { content }] as const);
  return {
    operationId: operation.operationId,
    parameters,
    ...(operation.requestBody && { requestBody: dropTexts(operation.requestBody) }),
    responses: dropTexts(Object.fromEntries(responses)),
  };
}

/** Finds the schemas that a part of the document refers to, directly or through other schemas. */
function findSchemas({ components }: ApiDocument, root: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: Json | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    const { $ref, ...members } = value as JsonObject;
    const name = readName($ref);
    if (name !== '' && !found.has(name)) {
      found.add(name);
      visit(components.schemas[name]);
    }
    Object.values(members).forEach(visit);
  };
  visit(root);
  return found;
}

function readName(reference: Json | undefined): string {
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : '';
}

const dropped: readonly string[] = ['description', 'example', 'examples', 'default', 'format', 'headers'];

/** Drops texts and examples: the OpenAPI document describes every field. Names of properties stay, also `description`. */
function dropTexts<T extends Json>(value: T): T {
  return reduce(value, false) as T;
}

function reduce(value: Json, isProperties: boolean): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => reduce(item, false));
  const kept = Object.entries(value as JsonObject).filter(
    ([key, member]) => member !== undefined && (isProperties || !dropped.includes(key)),
  );
  return Object.fromEntries(
    kept.map(([key, member = null]) => [key, reduce(member, !isProperties && key === 'properties')]),
  );
}
