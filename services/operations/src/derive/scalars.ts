import { ScalarType } from '@bufbuild/protobuf';
import type { DescField } from '@bufbuild/protobuf';
import type { FieldRules } from '@assay/chassis/grpc/rules/field-rules';
import type { JsonSchema } from '../json-schema.ts';

/** Scalars as JSON has them; 64-bit integers are numbers, as everywhere in this platform. */
export function scalarSchema({ scalar, name }: Pick<DescField, 'scalar' | 'name'>): JsonSchema {
  switch (scalar) {
    case ScalarType.STRING:
      return { type: 'string' };
    case ScalarType.BOOL:
      return { type: 'boolean' };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: 'number' };
    case ScalarType.INT32:
    case ScalarType.INT64:
    case ScalarType.UINT32:
      return { type: 'integer' };
    default:
      throw new Error(`${name} has a type that JSON does not have`);
  }
}

/** The limits of the contract in the words of JSON Schema, which has the same. */
export function toSchemaLimits(rules: FieldRules | undefined): JsonSchema {
  if (rules === undefined) return {};
  const { minLength, maxLength, pattern, format, minimum, maximum, minItems, maxItems, uniqueItems } = rules;
  const limits = { minLength, maxLength, pattern, format, minimum, maximum, minItems, maxItems, uniqueItems };
  return {
    ...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
    ...(rules.oneOf && { enum: rules.oneOf }),
    ...(rules.notContains !== undefined && { not: { pattern: literally(rules.notContains) } }),
  };
}

/** A pattern that finds the text itself. */
function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}
