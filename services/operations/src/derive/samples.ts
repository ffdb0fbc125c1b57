import { ScalarType } from '@bufbuild/protobuf';
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import type { Sample } from '../sample.ts';
import { flattenMessage } from './rest-fields.ts';
import { samples } from '../samples/samples.ts';

const byMessage = new Map(samples.map((sample) => [sample.message, sample]));

export function findSample({ typeName }: Pick<DescMessage, 'typeName'>): Sample | undefined {
  return byMessage.get(typeName);
}

/**
 * Returns the fields that the sample of a message sets, including those of its inlined messages. Undefined if there is no
 * sample.
 */
export function findSampleFields(desc: DescMessage): Sample['fields'] | undefined {
  const fields = findSample(desc)?.fields;
  return fields && flattenMessage(desc, fields);
}

/** Returns the id of the sample for a path parameter such as `projectId`. Undefined if there is none. */
export function findSampleId(param: string): unknown {
  const noun = param === 'orgId' ? 'organizationId' : param;
  const named = samples.find(({ message }) => {
    const name = message.slice(message.lastIndexOf('.') + 1);
    return noun === `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;
  });
  return named?.fields['id'];
}

/**
 * Builds a complete message for a response: its own sample, or a message built from the samples of its parts. Fields without a
 * sample get the minimum of their type.
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
