import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { getUnspecifiedValue } from './rest-names.ts';
import { scalarSchema } from './scalars.ts';

/** What sets one field of a message. */
export interface FieldSetter {
  /** What REST calls it. */
  readonly name: string;
  readonly field: DescField;
  readonly toField: (value: unknown) => unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Every field of a message with the value that an absent one has once decoded. */
export function absentFields({ fields }: DescMessage): Values {
  return Object.fromEntries(fields.map((field) => [field.localName, absentValue(field)]));
}

/** Null is as good as not sent. */
export function setFields(
  message: Record<string, unknown>,
  setters: readonly FieldSetter[],
  values: Values,
): void {
  for (const { name, field, toField } of setters) {
    const value = values[name];
    if (value !== undefined && value !== null) message[field.localName] = toField(value);
  }
}

/** Whether a field says which of the others are meant. */
export function isMask({ message }: DescField): boolean {
  return message?.typeName === 'google.protobuf.FieldMask';
}

function absentValue(field: DescField): unknown {
  if (field.proto.proto3Optional) return undefined;
  switch (field.fieldKind) {
    case 'list':
      return [];
    case 'map':
      return {};
    case 'enum':
      return getUnspecifiedValue(field.enum);
    case 'message':
      return isMask(field) ? [] : undefined;
    case 'scalar':
      return absentScalars[scalarSchema(field)['type'] as keyof typeof absentScalars];
  }
}

const absentScalars = { string: '', boolean: false, integer: 0, number: 0 } as const;
