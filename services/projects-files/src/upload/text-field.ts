import type { MultipartValue } from '@fastify/multipart';
import { invalidField } from '@assay/chassis/errors';
import { filePartName, malformedUpload } from '../domain/upload/upload-errors.ts';

/**
 * Reads a text part of a form.
 * INVALID_ARGUMENT for one that is too long, takes the name of the file, or has a name that the form does not have.
 */
export function readTextField<Name extends string>(
  part: MultipartValue,
  names: readonly Name[],
  fileName = filePartName,
): readonly [Name, string] {
  if (part.valueTruncated || part.fieldnameTruncated) throw malformedUpload('a field is too long');
  if (part.fieldname === fileName)
    throw invalidField(fileName, `the part "${fileName}" must have a file name`);
  const name = names.find((known) => known === part.fieldname);
  if (name === undefined) throw invalidField(part.fieldname, 'The form has no field with this name.');
  if (typeof part.value !== 'string') throw invalidField(name, `${name} must be text`);
  return [name, part.value];
}
