import { ScalarType } from '@bufbuild/protobuf';
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import type { Sample } from '../sample.ts';
import { flattenMessage } from './rest-fields.ts';
import { samples } from '../samples/samples.ts';

const byMessage = new Map(samples.map((sample) => [sample.message, sample]));

export function findSample({ typeName }: Pick<DescMessage, 'typeName'>): Sample | undefined {
  return byMessage.get(typeName);
}

/** Returns the fields that the sample of a message sets, those of its inlined messages beside them; undefined: it has no sample. */
export function findSampleFields(desc: DescMessage): Sample['fields'] | undefined {
  const fields = findSample(desc)?.fields;
  return fields && flattenMessage(desc, fields);
}

/** The id of the sample that a path parameter such as `projectId` names; undefined: there is none. */
export function findSampleId(param: string): unknown {
  const noun = param === 'orgId' ? 'organizationId' : param;
  const named = samples.find(({ message }) => {
    const name = message.slice(message.lastIndexOf('.') + 1);
    return noun === `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;
  });
  return named?.fields['id'];
}

/**
 * A whole message to answer with: its own sample, or one made of the samples of the messages in it. What holds no message
 * with a sample holds the least that the type allows.
 */
export function buildSampleMessage(desc: DescMessage): unknown {
  const own = findSample(desc);
  if (own !== undefined) return own.whole;
  return Object.fromEntries(desc.fields.map((field) => [field.localName, buildSampleValue(field)]));
}

function buildSampleValue(field: DescField): unknown {
  switch (field.fieldKind) {
    case 'message':
      return findSample(field.message) === undefined ? undefined : buildSampleMessage(field.message);
    case 'list':
      return field.listKind === 'message' ? [buildSampleMessage(field.message)] : [];
    case 'map':
      return {};
    case 'enum':
      return field.enum.values[0]?.name;
    case 'scalar':
      return field.proto.proto3Optional ? undefined : buildMinimalScalar(field.scalar);
  }
}

function buildMinimalScalar(scalar: ScalarType): unknown {
  if (scalar === ScalarType.STRING) return '';
  if (scalar === ScalarType.BOOL) return false;
  return scalar === ScalarType.BYTES ? Buffer.alloc(0) : 1;
}
