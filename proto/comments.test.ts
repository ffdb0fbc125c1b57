import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import type { FileDescriptorProto } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from 'vitest';

const descriptors = readFileSync(join(import.meta.dirname, 'gen/descriptors.binpb'));
const files = fromBinary(FileDescriptorSetSchema, descriptors).file.filter(({ name }) =>
  name.startsWith('assay/'),
);

/** Returns the comment of each message, field, enum and enum value by name. The paths are defined in descriptor.proto. */
function readComments({ messageType, enumType, sourceCodeInfo }: FileDescriptorProto): [string, string][] {
  const comments = new Map(
    (sourceCodeInfo?.location ?? []).map(
      ({ path, leadingComments }) => [path.join('.'), leadingComments] as const,
    ),
  );
  const declared = [
    ...messageType.flatMap((message, index) => [
      [message.name, `4.${index}`] as const,
      ...message.field.map(
        ({ name }, field) => [`${message.name}.${name}`, `4.${index}.2.${field}`] as const,
      ),
    ]),
    ...enumType.flatMap(({ name, value }, index) => [
      [name, `5.${index}`] as const,
      ...value.map((one, number) => [one.name, `5.${index}.2.${number}`] as const),
    ]),
  ];
  return declared.map(([name, path]) => [name, (comments.get(path) ?? '').trim().replaceAll(/\s+/gu, ' ')]);
}

/** At least three words and a full stop. */
const phrase = /^[A-Z]\S* \S+ \S.*\.$/u;

describe('the comments of the contract', () => {
  it.each(files.map((file) => [file.name, file] as const))(
    'in %s are phrases, as REST shows them',
    (_name, file) => {
      const shown = readComments(file).filter(([name]) => !/(Request|Response)$/u.test(name));
      expect(shown.filter(([, comment]) => !phrase.test(comment))).toEqual([]);
    },
  );
});
