import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { isInlined } from '@assay/chassis/grpc/contract/contract';

/** A field whose value is a member of the object that REST shows for a message. */
export interface RestField {
  readonly field: DescField;
  /** The inlined message that contains the field. Undefined if it is a field of the message itself. */
  readonly holder: (DescField & { fieldKind: 'message' }) | undefined;
}

/**
 * Lists the fields of a message. Inlined messages (option `assay.rest.v1.inlined`) are replaced by their fields. Throws if two
 * fields have the same name.
 */
export function listRestFields({ fields, typeName }: DescMessage): readonly RestField[] {
  const listed = fields.flatMap((field): RestField[] => {
    if (field.fieldKind !== 'message' || !isInlined(field)) return [{ field, holder: undefined }];
    return field.message.fields.map((nested) => ({ field: nested, holder: field }));
  });
  const names = listed.map(({ field }) => field.localName);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${typeName} has two fields with the REST name ${twice}`);
  return listed;
}

/** Returns a decoded message in which the fields of inlined messages are fields of the message itself. */
export function flattenMessage<T extends object>(desc: DescMessage, message: T): T {
  const inlined = desc.fields
    .filter(isInlined)
    .map(({ localName }) => message[localName as keyof T] as object);
  return inlined.length === 0 ? message : (Object.assign({}, message, ...inlined) as T);
}
