import { ScalarType } from '@bufbuild/protobuf';
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import type { Sample } from '../sample.ts';
import { samples } from '../samples/samples.ts';

const byMessage = new Map(samples.map((sample) => [sample.message, sample]));

export function sampleOf({ typeName }: Pick<DescMessage, 'typeName'>): Sample | undefined {
  return byMessage.get(typeName);
}

/** The id of the sample that a path parameter such as `projectId` names; undefined: there is none. */
export function sampleId(param: string): unknown {
  const noun = param === 'orgId' ? 'organizationId' : param;
  const named = samples.find(({ message }) => {
    const name = message.slice(message.lastIndexOf('.') + 1);
    return noun === `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;
  });
  return named?.given['id'];
}

/**
 * A whole message to answer with: its own sample, or one made of the samples of the messages in it. What holds no message
 * with a sample holds the least that the type allows.
 */
export function sampleMessage(desc: DescMessage): unknown {
  const own = sampleOf(desc);
  if (own !== undefined) return own.whole;
  return Object.fromEntries(desc.fields.map((field) => [field.localName, sampleValue(field)]));
}

function sampleValue(field: DescField): unknown {
  switch (field.fieldKind) {
    case 'message':
      return sampleOf(field.message) === undefined ? undefined : sampleMessage(field.message);
    case 'list':
      return field.listKind === 'message' ? [sampleMessage(field.message)] : [];
    case 'map':
      return {};
    case 'enum':
      return field.enum.values[0]?.name;
    case 'scalar':
      return field.proto.proto3Optional ? undefined : leastOf(field.scalar);
  }
}

function leastOf(scalar: ScalarType): unknown {
  if (scalar === ScalarType.STRING) return '';
  if (scalar === ScalarType.BOOL) return false;
  return scalar === ScalarType.BYTES ? Buffer.alloc(0) : 1;
}
