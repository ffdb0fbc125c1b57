import { ScalarType } from '@bufbuild/protobuf';
import type { DescField } from '@bufbuild/protobuf';
import type { FieldRules } from '@assay/chassis/grpc/rules/field-rules';
import type { JsonSchema } from '../json-schema.ts';

/** Returns the JSON type of a scalar. 64-bit integers are numbers, as in the whole platform. */
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
      throw new Error(`${name} has a type without an equivalent in JSON`);
  }
}

/** Converts the limits of the contract to JSON Schema. */
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

/** Escapes a text for use in a regular expression. */
function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
}
