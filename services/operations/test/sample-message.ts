import { createFileRegistry, fromJson } from '@bufbuild/protobuf';
import type { DescMessage, JsonObject } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { contract } from '@assay/chassis/grpc/contract/contract';

/** A field of a test message. */
export interface SampleField {
  readonly type: keyof typeof types;
  readonly isOptional?: boolean;
  readonly isRepeated?: boolean;
  /** The option `(assay.rest.v1.inlined)`. */
  readonly isInlined?: boolean;
  /** The option `(buf.validate.field)`, in the JSON format of protobuf. */
  readonly rules?: JsonObject;
  /** The option `(assay.rules.v1.default_number)`. */
  readonly defaultNumber?: number;
  readonly comment?: string;
}

const types = {
  string: { type: 'TYPE_STRING' },
  bool: { type: 'TYPE_BOOL' },
  int32: { type: 'TYPE_INT32' },
  int64: { type: 'TYPE_INT64' },
  double: { type: 'TYPE_DOUBLE' },
  bytes: { type: 'TYPE_BYTES' },
  Color: { type: 'TYPE_ENUM', typeName: '.assay.sample.v1.Color' },
  Part: { type: 'TYPE_MESSAGE', typeName: '.assay.sample.v1.Part' },
  PageRequest: { type: 'TYPE_MESSAGE', typeName: '.assay.paging.v1.PageRequest' },
  PageInfo: { type: 'TYPE_MESSAGE', typeName: '.assay.paging.v1.PageInfo' },
  Timestamp: { type: 'TYPE_MESSAGE', typeName: '.google.protobuf.Timestamp' },
  Struct: { type: 'TYPE_MESSAGE', typeName: '.google.protobuf.Struct' },
  FieldMask: { type: 'TYPE_MESSAGE', typeName: '.google.protobuf.FieldMask' },
  map: { type: 'TYPE_MESSAGE', typeName: '.assay.sample.v1.Thing.Entry' },
} as const;

/** The enum `Color` and the message `Part`, which are field types. */
const color = {
  name: 'Color',
  value: [
    { name: 'COLOR_UNSPECIFIED', number: 0 },
    { name: 'COLOR_RED', number: 1 },
    { name: 'COLOR_DARK_BLUE', number: 2, options: { '[assay.rest.v1.rest_name]': 'dark-blue' } },
  ],
};
const part = { name: 'Part', field: [{ name: 'part_name', number: 1, ...types.string, ...singular() }] };
const entry = {
  name: 'Entry',
  options: { mapEntry: true },
  field: [
    { name: 'key', number: 1, ...types.string, ...singular() },
    { name: 'value', number: 2, ...types.double, ...singular() },
  ],
};

const imports = [
  ...['timestamp', 'struct', 'field_mask'].map((name) => `google/protobuf/${name}.proto`),
  'assay/paging/v1/paging.proto',
];

/** Returns the message `Thing` with these fields, named as in the contract. */
export function messageWith(fields: Readonly<Record<string, SampleField>>): DescMessage {
  const named = Object.entries(fields);
  const file = {
    name: 'assay/sample/v1/thing.proto',
    package: 'assay.sample.v1',
    syntax: 'proto3',
    dependency: imports,
    enumType: [color],
    messageType: [
      {
        name: 'Thing',
        nestedType: [entry],
        field: named.map(([name, field], index) => toField(name, field, index)),
        // Protobuf stores the presence of each field as a oneof of its own.
        oneofDecl: named.map(([name]) => ({ name: `_${name}` })),
      },
      part,
    ],
    sourceCodeInfo: {
      location: [
        { path: [4, 0], leadingComments: ' Something made up.\n' },
        { path: [5, 0, 2, 1], leadingComments: ' Like a rose.\n' },
        ...named.map(([, { comment = '' }], index) => ({ path: [4, 0, 2, index], leadingComments: comment })),
      ],
    },
  };
  const registry = contract();
  const desc = createFileRegistry(fromJson(FileDescriptorProtoSchema, file, { registry }), (path) =>
    registry.getFile(path),
  ).getMessage('assay.sample.v1.Thing');
  if (desc === undefined) throw new Error('the message was not made');
  return desc;
}

function singular() {
  return { label: 'LABEL_OPTIONAL' };
}

function toField(name: string, field: SampleField, index: number): JsonObject {
  const isRepeated = field.isRepeated === true || field.type === 'map';
  return {
    name,
    number: index + 1,
    ...types[field.type],
    label: isRepeated ? 'LABEL_REPEATED' : 'LABEL_OPTIONAL',
    ...(field.isOptional === true && { proto3Optional: true, oneofIndex: index }),
    options: {
      ...(field.rules && { '[buf.validate.field]': field.rules }),
      ...(field.isInlined === true && { '[assay.rest.v1.inlined]': true }),
      ...(field.defaultNumber !== undefined && { '[assay.rules.v1.default_number]': field.defaultNumber }),
    },
  };
}
