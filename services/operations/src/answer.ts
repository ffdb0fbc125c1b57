import type { JsonSchema } from './json-schema.ts';
import type { Shape } from './shape.ts';

/** A response of an operation in the OpenAPI document. */
export interface DocumentedResponse {
  readonly status: number;
  readonly description: string;
  readonly headers?: JsonSchema;
  /** The content by MIME type. `example` is for a schema that has no example itself. */
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

/** Describes how the result of an operation becomes its response. */
export interface Answer<in Result = never> {
  readonly kind: 'message' | 'page' | 'list' | 'array' | 'no-content' | 'redirect' | 'content' | 'json';
  readonly description: string;
  /** The field of the result that holds the message or messages. Undefined for the whole result. */
  readonly field?: string;
  /** The shape of the message, if REST shows it differently. */
  readonly shape?: Shape;
  /** For `json`: the schema of the body. */
  readonly schema?: JsonSchema;
  /**
   * For `json` and `content` of an adapter: all responses, if they are more than one or have headers. Those of an error status replace
   * the usual description.
   */
  readonly responses?: readonly DocumentedResponse[];
  /** For `array`: true if headers have the total and the next cursor. */
  readonly isCounted?: boolean;
  /** For `content`: the schema by MIME type. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  /** A different response under a condition, such as 200 instead of 201 for a replacement. 204 and 302 have no body. */
  readonly otherwise?: {
    readonly status: number;
    readonly description: string;
    readonly when: (result: Result) => boolean;
  };
}

type WithField<K extends string> = Readonly<Record<K, unknown>>;

/** Returns the message in one field of the result. */
export function one<K extends string>(field: K, description: string, shape?: Shape): Answer<WithField<K>> {
  return { kind: 'message', field, description, ...(shape && { shape }) };
}

/** Returns the whole result, in its own shape. */
export function shaped<T>(shape: Shape<T>, description: string): Answer<T> {
  return { kind: 'message', shape, description };
}

/** Returns a page: `data`, `total`, `totalIsExact`, `limit`, `offset`, `nextCursor`. */
export function page<K extends string>(
  field: K,
  description: string,
  shape?: Shape,
): Answer<WithField<K | 'total'>> {
  return { kind: 'page', field, description, ...(shape && { shape }) };
}

/** Returns a complete list: `data`, `total`. */
export function list<K extends string>(field: K, description: string, shape?: Shape): Answer<WithField<K>> {
  return { kind: 'list', field, description, ...(shape && { shape }) };
}

/** Returns a plain array. */
export function array<K extends string>(field: K, description: string, shape?: Shape): Answer<WithField<K>> {
  return { kind: 'array', field, description, ...(shape && { shape }) };
}

/**
 * Returns a plain array. The header `X-Total-Count` has the total; on a page, `X-Next-Cursor` has the cursor of the next page.
 */
export function countedArray<K extends string>(field: K, description: string): Answer<WithField<K>> {
  return { kind: 'array', field, description, isCounted: true };
}

/** Responds 204. */
export function noContent(description: string): Answer<unknown> {
  return { kind: 'no-content', description };
}

/** Responds 204, or the message in one field of the result if the client requested it. */
export function noContentUnlessRequested<K extends string>(
  field: K,
  descriptions: { readonly noContent: string; readonly record: string },
): Answer<Partial<WithField<K>>> {
  const when = (result: Partial<WithField<K>>): boolean => result[field] === undefined;
  const otherwise = { status: 204, description: descriptions.noContent, when };
  return { kind: 'message', field, description: descriptions.record, otherwise };
}

/** Responds 302 with the address in `url`. */
export function redirect(description: string): Answer<{ readonly url: string }> {
  return { kind: 'redirect', description };
}

/** Responds 302 with the address in `url`, or the message in one field of the result if the client requested it. */
export function redirectUnlessRequested<K extends string>(
  field: K,
  descriptions: { readonly redirect: string; readonly link: string },
): Answer<Partial<WithField<K>> & { readonly url?: string }> {
  const when = (result: Partial<WithField<K>>): boolean => result[field] === undefined;
  const otherwise = { status: 302, description: descriptions.redirect, when };
  return { kind: 'message', field, description: descriptions.link, otherwise };
}

/** Responds with bytes of the type in `contentType`. */
export function content(
  description: string,
  schemas: Readonly<Record<string, JsonSchema>>,
): Answer<{ readonly content: Uint8Array; readonly contentType: string }> {
  return { kind: 'content', description, content: schemas };
}

/** Responds with the result as JSON, described by a schema. */
export function json(schema: JsonSchema, description: string): Answer<unknown> {
  return { kind: 'json', schema, description };
}
