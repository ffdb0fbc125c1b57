import { catalogEntry } from '../errors/error-catalog.ts';
import { codesByReason, isReason } from '../errors/error-codes.ts';
import { resources } from '../resources/operations.ts';

const reference = /\{(\w+)\}/gu;
const textKeys = new Set(['description', 'summary']);
/** Values that are examples or data, whose texts are not descriptions. */
const dataKeys = new Set(['example', 'examples', 'default', 'const', 'enum']);

const routes = new Map(
  resources.flatMap(({ operations }) =>
    Object.entries(operations).map(([id, { route }]) => [id, toTemplate(route)] as const),
  ),
);

/**
 * Renders the references in a text for REST: `{createToken}` becomes the method and path of the operation, `{SLUG_TAKEN}` the
 * code and the HTTP status of the reason. Throws for an unknown name.
 */
export function renderReferences(text: string): string {
  return text.replaceAll(reference, (_match, name: string) => {
    if (isReason(name)) {
      const code = codesByReason[name];
      return `\`${code}\` (${String(catalogEntry(code).status)})`;
    }
    const route = routes.get(name);
    if (route === undefined) throw new Error(`{${name}} is neither a reason nor an operation`);
    return `\`${route}\``;
  });
}

/** Returns a copy of a part of the document with the references in its descriptions and summaries rendered. */
export function renderTexts<T>(part: T): T {
  return renderPart(part, false) as T;
}

/** Rewrites a path with parameters as `:name` to the form of OpenAPI. */
export function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/gu, '{$1}');
}

/** @param isMap true if the keys of the value are names, such as those of properties */
function renderPart(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => renderPart(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    if (!isMap && dataKeys.has(key)) return [key, inner];
    if (!isMap && textKeys.has(key) && typeof inner === 'string') return [key, renderReferences(inner)];
    return [key, renderPart(inner, !isMap && key === 'properties')];
  });
  return Object.fromEntries(entries) as unknown;
}
