import type { JsonSchema } from './json-schema.ts';
import type { Shape } from './shape.ts';

/** How what an operation was given becomes what it answers. */
export interface Answer<in Result = never> {
  readonly kind: 'message' | 'page' | 'list' | 'array' | 'no-content' | 'redirect' | 'content' | 'json';
  readonly description: string;
  /** The field of the response that holds the message or messages; undefined: the whole of what was given. */
  readonly field?: string;
  /** Where REST shows the message in another way than as it is. */
  readonly shape?: Shape;
  /** Of `json`: what is answered, by hand. */
  readonly schema?: JsonSchema;
  /** Of `array`: whether headers say how many match in all, and where the next page begins. */
  readonly isCounted?: boolean;
  /** Of `content`: its schema by MIME type. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  /** Another status under a condition, such as 200 for what replaced something instead of 201; 204 and 302 have no body. */
  readonly otherwise?: {
    readonly status: number;
    readonly description: string;
    readonly when: (result: Result) => boolean;
  };
}

type WithField<K extends string> = Readonly<Record<K, unknown>>;

/** The message in one field of the response. */
export function one<K extends string>(field: K, description: string, shape?: Shape): Answer<WithField<K>> {
  return { kind: 'message', field, description, ...(shape && { shape }) };
}

/** What was given, in a shape of its own. */
export function shaped<T>(shape: Shape<T>, description: string): Answer<T> {
  return { kind: 'message', shape, description };
}

/** A page: `data`, `total`, `totalIsExact`, `limit`, `offset`, `nextCursor`. */
export function page<K extends string>(
  field: K,
  description: string,
  shape?: Shape,
): Answer<WithField<K | 'total'>> {
  return { kind: 'page', field, description, ...(shape && { shape }) };
}

/** All there are: `data`, `total`. */
export function list<K extends string>(field: K, description: string, shape?: Shape): Answer<WithField<K>> {
  return { kind: 'list', field, description, ...(shape && { shape }) };
}

/** A plain array. */
export function array<K extends string>(field: K, description: string): Answer<WithField<K>> {
  return { kind: 'array', field, description };
}

/** A plain array; how many match in all is said in the header `X-Total-Count`, and of a page where the next one begins in `X-Next-Cursor`. */
export function countedArray<K extends string>(field: K, description: string): Answer<WithField<K>> {
  return { kind: 'array', field, description, isCounted: true };
}

/** 204. */
export function noContent(description: string): Answer<unknown> {
  return { kind: 'no-content', description };
}

/** 204, or the message in one field of the response where the client asked for it. */
export function noContentUnlessRequested<K extends string>(
  field: K,
  descriptions: { readonly noContent: string; readonly record: string },
): Answer<Partial<WithField<K>>> {
  const when = (result: Partial<WithField<K>>): boolean => result[field] === undefined;
  const otherwise = { status: 204, description: descriptions.noContent, when };
  return { kind: 'message', field, description: descriptions.record, otherwise };
}

/** 302 to the address in `url`. */
export function redirect(description: string): Answer<{ readonly url: string }> {
  return { kind: 'redirect', description };
}

/** 302 to the address in `url`, or the message in one field of the response where the client asked for it. */
export function redirectUnlessRequested<K extends string>(
  field: K,
  descriptions: { readonly redirect: string; readonly link: string },
): Answer<Partial<WithField<K>> & { readonly url?: string }> {
  const when = (result: Partial<WithField<K>>): boolean => result[field] === undefined;
  const otherwise = { status: 302, description: descriptions.redirect, when };
  return { kind: 'message', field, description: descriptions.link, otherwise };
}

/** Bytes whose type is in `contentType`. */
export function content(
  description: string,
  schemas: Readonly<Record<string, JsonSchema>>,
): Answer<{ readonly content: Uint8Array; readonly contentType: string }> {
  return { kind: 'content', description, content: schemas };
}

/** JSON as it was given, described by hand. */
export function json(schema: JsonSchema, description: string): Answer<unknown> {
  return { kind: 'json', schema, description };
}
