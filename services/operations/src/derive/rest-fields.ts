import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { isInlined } from '@assay/chassis/grpc/contract';

/** A field whose value is a member of the object that REST shows for a message. */
export interface RestField {
  readonly field: DescField;
  /** The field of the message that holds it; undefined: the message itself does. */
  readonly holder: (DescField & { fieldKind: 'message' }) | undefined;
}

/**
 * Lists the fields of a message with those of its inlined messages in their place (option `assay.rest.v1.inlined`). Throws when
 * two of them have the same name.
 */
export function listRestFields({ fields, typeName }: DescMessage): readonly RestField[] {
  const listed = fields.flatMap((field): RestField[] => {
    if (field.fieldKind !== 'message' || !isInlined(field)) return [{ field, holder: undefined }];
    return field.message.fields.map((nested) => ({ field: nested, holder: field }));
  });
  const names = listed.map(({ field }) => field.localName);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${typeName} has two members that REST calls ${twice}`);
  return listed;
}

/** Returns a decoded message with the fields of its inlined messages beside its own. */
export function flattenMessage<T extends object>(desc: DescMessage, message: T): T {
  const inlined = desc.fields
    .filter(isInlined)
    .map(({ localName }) => message[localName as keyof T] as object);
  return inlined.length === 0 ? message : (Object.assign({}, message, ...inlined) as T);
}
