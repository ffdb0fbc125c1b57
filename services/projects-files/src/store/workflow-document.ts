import type { Workflow, WorkflowChanges, WorkflowLinks } from '../domain/workflow/workflow.ts';

/** So long a process may take to settle links before another one does. */
const settlingMs = 60_000;

type Nullable = 'statusMessage' | 'result' | 'aiInterpretation';

/** A record as MongoDB keeps it. */
export interface WorkflowDocument extends Omit<Workflow, 'id' | Nullable | 'outputFiles'> {
  readonly _id: string;
  readonly statusMessage: string | null;
  readonly result: string | null;
  readonly aiInterpretation: string | null;
  readonly outputFiles: readonly { readonly fileId: string; readonly sourceFileId: string | null }[];
  /** All that are linked. */
  readonly fileIds: readonly string[];
  /** After this another process settles the links; missing: they are settled. */
  readonly unsettledUntil?: Date;
}

export function toDocument({ id, ...workflow }: Workflow): WorkflowDocument {
  const { statusMessage = null, result = null, aiInterpretation = null } = workflow;
  const texts = { statusMessage, result, aiInterpretation };
  return { _id: id, ...workflow, ...texts, ...linkFields(workflow, workflow.createdAt) };
}

/** What a change sets; links only where it says when they are to be settled from. */
export function changedFields(
  { inputFileIds = [], outputFiles = [], ...fields }: WorkflowChanges,
  linkedAt: Date | undefined,
): Readonly<Record<string, unknown>> {
  const plain = Object.entries(fields).map(([name, value]) => [name, value ?? null] as const);
  const links = linkedAt && linkFields({ inputFileIds, outputFiles }, linkedAt);
  return { ...Object.fromEntries(plain), ...links };
}

/** The record as it waits for its files to follow it. */
export function linkFields({ inputFileIds, outputFiles }: WorkflowLinks, now: Date) {
  return {
    inputFileIds: [...inputFileIds],
    outputFiles: outputFiles.map(({ fileId, sourceFileId = null }) => ({ fileId, sourceFileId })),
    fileIds: [...inputFileIds, ...outputFiles.map(({ fileId }) => fileId)],
    unsettledUntil: new Date(now.getTime() + settlingMs),
  };
}

export function toWorkflow({
  _id: id,
  fileIds: _all,
  unsettledUntil: _until,
  ...document
}: WorkflowDocument): Workflow {
  const { statusMessage, result, aiInterpretation, outputFiles, ...rest } = document;
  return {
    id,
    ...rest,
    statusMessage: statusMessage ?? undefined,
    result: result ?? undefined,
    aiInterpretation: aiInterpretation ?? undefined,
    outputFiles: outputFiles.map(({ fileId, sourceFileId }) => ({
      fileId,
      sourceFileId: sourceFileId ?? undefined,
    })),
  };
}
