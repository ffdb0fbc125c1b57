import type { DescEnum, DescEnumValue, DescField, DescFile, DescMessage } from '@bufbuild/protobuf';

type Described = DescMessage | DescField | DescEnum | DescEnumValue;

// Field numbers of google/protobuf/descriptor.proto. The path of a location consists of them and of indexes.
const inFile = { message: 4, enum: 5 };
const inMessage = { field: 2, message: 3, enum: 4 };
const inEnum = { value: 2 };

const commentsByFile = new WeakMap<DescFile, ReadonlyMap<string, string>>();

/** Returns the comment of a declaration in the contract, on one line. Empty if there is none. */
export function readDescription(desc: Described): string {
  return readComments(getFile(desc)).get(buildPath(desc).join('.')) ?? '';
}

function getFile(desc: Described): DescFile {
  return desc.kind === 'field' || desc.kind === 'enum_value' ? desc.parent.file : desc.file;
}

function buildPath(desc: Described): number[] {
  switch (desc.kind) {
    case 'field':
      return [...buildPath(desc.parent), inMessage.field, desc.parent.proto.field.indexOf(desc.proto)];
    case 'enum_value':
      return [...buildPath(desc.parent), inEnum.value, desc.parent.proto.value.indexOf(desc.proto)];
    case 'message':
      return desc.parent === undefined
        ? [inFile.message, desc.file.proto.messageType.indexOf(desc.proto)]
        : [...buildPath(desc.parent), inMessage.message, desc.parent.proto.nestedType.indexOf(desc.proto)];
    case 'enum':
      return desc.parent === undefined
        ? [inFile.enum, desc.file.proto.enumType.indexOf(desc.proto)]
        : [...buildPath(desc.parent), inMessage.enum, desc.parent.proto.enumType.indexOf(desc.proto)];
  }
}

function readComments(file: DescFile): ReadonlyMap<string, string> {
  const known = commentsByFile.get(file);
  if (known !== undefined) return known;
  const locations = file.proto.sourceCodeInfo?.location ?? [];
  const comments = locations
    .filter(({ leadingComments }) => leadingComments !== '')
    .map(({ path, leadingComments }) => [path.join('.'), onOneLine(leadingComments)] as const);
  const read = new Map(comments);
  commentsByFile.set(file, read);
  return read;
}

function onOneLine(comment: string): string {
  // eslint-disable-next-line regexp/no-super-linear-move -- The text is a comment of the contract.
  return comment.trim().replaceAll(/\s*\n\s*/gu, ' ');
}
