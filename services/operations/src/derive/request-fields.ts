import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { getUnspecifiedValue } from './rest-names.ts';
import type { RestField } from './rest-fields.ts';
import { scalarSchema } from './scalars.ts';

/** The setter of one field of a message. */
export interface FieldSetter {
  /** The name in REST. */
  readonly name: string;
  readonly field: DescField;
  /** The inlined message that contains the field. Undefined if it is a field of the message itself. */
  readonly holder?: RestField['holder'];
  readonly toField: (value: unknown) => unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Returns all fields of a message with the values that absent fields have after decoding. */
export function absentFields({ fields }: DescMessage): Values {
  return Object.fromEntries(fields.map((field) => [field.localName, absentValue(field)]));
}

/** Sets the fields that were sent. Null counts as not sent. */
export function setFields(
  message: Record<string, unknown>,
  setters: readonly FieldSetter[],
  values: Values,
): void {
  for (const { name, field, holder, toField } of setters) {
    const value = values[name];
    if (value === undefined) continue;
    const target = holder === undefined ? message : openHolder(message, holder);
    if (value !== null) target[field.localName] = toField(value);
  }
}

/** Returns the inlined message. It is created when one of its fields was sent, even as null. */
function openHolder(
  message: Record<string, unknown>,
  { localName, message: desc }: NonNullable<RestField['holder']>,
): Record<string, unknown> {
  const opened = (message[localName] ?? { ...absentFields(desc) }) as Record<string, unknown>;
  message[localName] = opened;
  return opened;
}

/** Returns true for an update mask. */
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
