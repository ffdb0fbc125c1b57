import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { Workflow, WorkflowChanges, WorkflowLinks } from '../domain/workflow/workflow.ts';

/** A process that takes longer to settle links is presumed dead. */
const settlingMs = 60_000;

const nullable = ['statusMessage', 'result', 'aiInterpretation'] as const;

type PlainWorkflow = Omit<Workflow, 'outputFiles'>;

/** A workflow in MongoDB. */
export interface WorkflowDocument extends Mapped<PlainWorkflow, (typeof nullable)[number]> {
  readonly outputFiles: readonly { readonly fileId: string; readonly sourceFileId: string | null }[];
  /** All linked files. */
  readonly fileIds: readonly string[];
  /** When another process settles the links; missing when they are settled. */
  readonly unsettledUntil?: Date;
}

const plain = createDocumentMapper<PlainWorkflow, WorkflowDocument>({
  nullable,
  internal: ['outputFiles', 'fileIds', 'unsettledUntil'],
});

export function toDocument({ outputFiles, ...workflow }: Workflow): WorkflowDocument {
  const { inputFileIds, createdAt } = workflow;
  return plain.toDocument(workflow, linkFields({ inputFileIds, outputFiles }, createdAt));
}

/** Returns the `$set` of a change; with `linkedAt` also of the links. */
export function changedFields(
  { inputFileIds = [], outputFiles = [], ...fields }: WorkflowChanges,
  linkedAt: Date | undefined,
): Partial<WorkflowDocument> {
  const links = linkedAt && linkFields({ inputFileIds, outputFiles }, linkedAt);
  return { ...plain.toFields(fields), ...links };
}

/** Returns the links of a workflow, not settled yet. */
export function linkFields({ inputFileIds, outputFiles }: WorkflowLinks, now: Date) {
  return {
    inputFileIds: [...inputFileIds],
    outputFiles: outputFiles.map(({ fileId, sourceFileId = null }) => ({ fileId, sourceFileId })),
    fileIds: [...inputFileIds, ...outputFiles.map(({ fileId }) => fileId)],
    unsettledUntil: new Date(now.getTime() + settlingMs),
  };
}

export function toWorkflow(document: WorkflowDocument): Workflow {
  const outputFiles = document.outputFiles.map(({ fileId, sourceFileId }) => ({
    fileId,
    sourceFileId: sourceFileId ?? undefined,
  }));
  return { ...plain.toDomain(document), outputFiles };
}
