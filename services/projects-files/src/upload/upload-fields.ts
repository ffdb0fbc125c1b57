import type { MultipartValue } from '@fastify/multipart';
import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { requestValidator } from '@assay/chassis/grpc/rules/validate-request';
import { PrivacyLevel } from '@assay/proto/files/v1/file';
import { CreateUploadRequest, UploadsServiceService } from '@assay/proto/files/v1/uploads_service';
import type { Deps } from '../deps.ts';
import { cleanFileName } from '../domain/file/file-name.ts';
import type { File } from '../domain/file/file.ts';
import { getFolder } from '../domain/folder/get-folder.ts';
import { privacyLevels } from '../rpc/file-message.ts';
import { readTextField } from './text-field.ts';

/** The text fields beside the file, each with its values in their order. */
export type UploadFields = ReadonlyMap<FieldName, readonly string[]>;

/** The values of a file that the sender states. */
export type StatedValues = Partial<Pick<File, 'name' | 'tags' | 'privacyLevel' | 'folderId'>>;

const fieldNames = ['name', 'tags', 'privacyLevel', 'folderId'] as const;
type FieldName = (typeof fieldNames)[number];

/** Adds a text part to the fields. INVALID_ARGUMENT for a field that the form does not have, or one that is there twice. */
export function addField(fields: Map<FieldName, readonly string[]>, part: MultipartValue): void {
  const [name, value] = readTextField(part, fieldNames);
  const before = fields.get(name) ?? [];
  if (before.length > 0 && name !== 'tags') throw invalidField(name, `${name} is there twice`);
  fields.set(name, [...before, value]);
}

const validate = requestValidator(UploadsServiceService.createUpload.path);

/**
 * Reads the values that the fields state, by the rules of uploads in parts. A field without content is none, as forms send it.
 * INVALID_ARGUMENT for an invalid value, NOT_FOUND for an unknown folder.
 */
export async function readStatedValues(
  deps: Pick<Deps, 'folders' | 'projects'>,
  call: CallContext,
  { projectId, fields }: { readonly projectId: string; readonly fields: UploadFields },
): Promise<StatedValues> {
  const first = (name: FieldName): string | undefined => fields.get(name)?.find((value) => value !== '');
  const name = first('name');
  const folderId = first('folderId');
  const tags = (fields.get('tags') ?? []).filter((tag) => tag !== '').flatMap(readTags);
  const level = readLevel(first('privacyLevel'));
  validate(
    CreateUploadRequest.fromPartial({
      projectId,
      name: name ?? 'file',
      mimeType: 'application/octet-stream',
      size: 1,
      folderId,
      tags,
      privacyLevel: level,
    }),
  );
  if (folderId !== undefined) await getFolder(deps, call, { folderId, projectId });
  return {
    ...(name !== undefined && { name: cleanFileName(name) }),
    ...(tags.length > 0 && { tags }),
    ...(folderId !== undefined && { folderId }),
    ...(level !== PrivacyLevel.UNSPECIFIED && {
      privacyLevel: privacyLevels.read('privacyLevel', level) ?? 'private',
    }),
  };
}

/** A tag, or a JSON array of tags. */
function readTags(text: string): readonly string[] {
  if (!text.trimStart().startsWith('[')) return [text];
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every((tag) => typeof tag === 'string')) return value;
  } catch {
    // The error below names the field.
  }
  throw invalidField('tags', 'tags must be one label in each field, or a JSON array of labels');
}

function readLevel(word: string | undefined): PrivacyLevel {
  if (word === undefined) return PrivacyLevel.UNSPECIFIED;
  const level = privacyLevels.parse(word);
  if (level === undefined) throw invalidField('privacyLevel', 'privacyLevel has an unknown value');
  return level;
}
