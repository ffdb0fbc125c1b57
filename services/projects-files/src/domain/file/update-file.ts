import type { CallContext } from '@assay/chassis/call-context';
import { invalidField, notFound } from '@assay/chassis/errors';
import { jsonViolation } from '@assay/chassis/http/json-limits';
import type { Deps } from '../../deps.ts';
import { getFolder } from '../folder/get-folder.ts';
import { cleanFileName } from './file-name.ts';
import type { File, FileChanges } from './file.ts';
import { getFile } from './get-file.ts';

const jsonLimits = { maxBytes: 64 * 1_024, maxDepth: 32 };

/** Changes what is noted about a file. NOT_FOUND for a file of another organization, and for a folder its project lacks. */
export async function updateFile(
  deps: Pick<Deps, 'files' | 'folders' | 'clock'>,
  call: CallContext,
  { fileId, changes }: { readonly fileId: string; readonly changes: FileChanges },
): Promise<File> {
  checkJson(changes);
  const file = await getFile(deps, call, { fileId });
  if (Object.keys(changes).length === 0) return file;
  const { folderId } = changes;
  if (folderId !== undefined) await findFolder(deps, call, { folderId, projectId: file.projectId });
  const { name, ...others } = changes;
  const change = { ...others, ...(name !== undefined && { name: cleanFileName(name) }) };
  const changed = await deps.files.update(call.organizationId, fileId, { change, now: deps.clock.now() });
  if (changed === undefined) throw notFound('file');
  return changed;
}

/** NOT_FOUND for a folder of another project, and for any folder if the file has no project. */
async function findFolder(
  deps: Pick<Deps, 'folders'>,
  call: CallContext,
  { folderId, projectId }: { readonly folderId: string; readonly projectId: string | undefined },
): Promise<void> {
  if (projectId === undefined) throw notFound('folder');
  await getFolder(deps, call, { folderId, projectId });
}

function checkJson({ additionalInfo, metadata }: FileChanges): void {
  for (const [field, value] of Object.entries({ additionalInfo, metadata })) {
    const violation = value === undefined ? undefined : jsonViolation(value, jsonLimits);
    if (violation !== undefined) throw invalidField(field, `${field} ${violation}`);
  }
}
