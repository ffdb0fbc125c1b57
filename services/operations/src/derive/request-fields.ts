import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { getUnspecifiedValue } from './rest-names.ts';
import type { RestField } from './rest-fields.ts';
import { scalarSchema } from './scalars.ts';

/** What sets one field of a message. */
export interface FieldSetter {
  /** What REST calls it. */
  readonly name: string;
  readonly field: DescField;
  /** The inlined message field that holds it; undefined: the message itself does. */
  readonly holder?: RestField['holder'];
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
  for (const { name, field, holder, toField } of setters) {
    const value = values[name];
    if (value === undefined) continue;
    const target = holder === undefined ? message : openHolder(message, holder);
    if (value !== null) target[field.localName] = toField(value);
  }
}

/** Returns the inlined message, which is there as soon as one of its fields was sent, also as null. */
function openHolder(
  message: Record<string, unknown>,
  { localName, message: desc }: NonNullable<RestField['holder']>,
): Record<string, unknown> {
  const opened = (message[localName] ?? { ...absentFields(desc) }) as Record<string, unknown>;
  message[localName] = opened;
  return opened;
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
