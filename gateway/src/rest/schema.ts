import { Type } from 'typebox';
import type { Static, TSchema, TUnsafe } from 'typebox';

/** A schema that the OpenAPI document lists once under its name. */
export interface NamedSchema<S extends TSchema = TSchema> {
  readonly schema: S & { readonly $id: string };
  /** To be used wherever the schema occurs. */
  readonly ref: TUnsafe<Static<S>>;
}

export function named<S extends TSchema>(name: string, schema: S): NamedSchema<S> {
  return { schema: { ...schema, $id: name }, ref: Type.Unsafe<Static<S>>({ $ref: `${name}#` }) };
}

export function nullable<S extends TSchema>(schema: S, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export function id(description: string) {
  return Type.String({ description, examples: ['v9k2m4x7q1r8t5w3y6z0a2b4'] });
}

/** 1 to 100 characters, one of which can be seen. */
export function shortName(description: string, example: string) {
  return Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description, examples: [example] });
}

export function dateTime(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-11-21T09:30:00.000Z'] });
}

/** Any JSON object; its content is its owner's. */
export function openObject(description: string, examples?: readonly object[]) {
  return Type.Record(Type.String(), Type.Unknown(), {
    description,
    ...(examples === undefined ? {} : { examples: [...examples] }),
  });
}

/** The same schema with a description of its own, such as a response's. */
export function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description };
}
