import { File as FileMessage } from '@assay/proto/files/v1/file';
import type { CallContext } from '@assay/chassis/call-context';
import type { GuardedAnswer } from '@assay/chassis/grpc/guard-rpc';
import type { Attempt, Idempotency } from '@assay/chassis/idempotency/idempotency';
import type { Deps } from '../deps.ts';
import type { File, ProjectFile } from '../domain/file/file.ts';
import { finishUpload, keepUpload } from '../domain/upload/pending-upload.ts';
import type { CountingDeps } from '../domain/room/room.ts';
import { recordFirstEnrichment } from '../domain/pipeline-run/record-enrichment.ts';
import { toFileMessage } from '../rpc/file-message.ts';
import { uploadRule } from './identify-uploader.ts';

type StoreDeps = CountingDeps & Pick<Deps, 'projects' | 'storage' | 'uploads' | 'pipelineRuns' | 'logger'>;

interface Storing {
  readonly deps: StoreDeps;
  readonly idempotency: Idempotency;
  /** Removes the received bytes. Used when an earlier request has stored the file, or the key belongs to another file. */
  readonly discard: () => Promise<void>;
}

/** An upload as the idempotency knows it. Repetitions must agree in everything that the sender chose, bytes included. */
const method: Attempt['method'] = {
  path: 'POST /v2/projects/:projectId/files',
  requestSerialize: (file) => {
    const { projectId, name, mimeType, sha256, tags, privacyLevel, folderId = null } = file as File;
    return Buffer.from(JSON.stringify([projectId, name, mimeType, sha256, tags, privacyLevel, folderId]));
  },
  responseSerialize: (message) => Buffer.from(FileMessage.encode(message as FileMessage).finish()),
  responseDeserialize: (bytes) => FileMessage.decode(bytes),
};

/**
 * Stores a received file, once for each idempotency key. A repetition receives the first answer. ALREADY_EXISTS when the key
 * belongs to another file, ABORTED while the first request is still storing it.
 */
export async function storeOnce(
  { deps, idempotency, discard }: Storing,
  call: CallContext,
  file: ProjectFile,
): Promise<GuardedAnswer<FileMessage>> {
  const { idempotencyKey } = call;
  if (idempotencyKey === undefined) {
    return { response: toFileMessage(await storeFile(deps, call, file)), isReplay: false };
  }
  const progress = { hasBegun: false };
  const run = async (repeatable: CallContext): Promise<FileMessage> => {
    progress.hasBegun = true;
    return toFileMessage(await storeFile(deps, repeatable, file));
  };
  try {
    const attempt = { method, rule: uploadRule, request: file, run };
    const answer = await idempotency.once({ ...call, idempotencyKey }, attempt);
    const response = answer.response as FileMessage;
    if (response.id !== file.id) await discard();
    return { ...answer, response };
  } catch (error) {
    // An insert that fails may have happened all the same, so after it only the sweeper may remove the object.
    if (!progress.hasBegun) await discard();
    throw error;
  }
}

/** Stores the file. Returns the file of an earlier attempt of the same operation, if that was interrupted after its insert. */
async function storeFile(deps: StoreDeps, call: CallContext, file: ProjectFile): Promise<File> {
  const isNew = await keepUpload(deps, call, file);
  const earlier =
    isNew || call.operation === undefined
      ? undefined
      : await deps.files.findUploaded(file.organizationId, call.operation);
  if (earlier !== undefined) return earlier;
  await recordFirstEnrichment(deps, file);
  await finishUpload(deps, file).catch((cause: unknown) => {
    deps.logger.warn({ err: cause, fileId: file.id }, 'ending a finished upload is left to the sweeper');
  });
  return file;
}
