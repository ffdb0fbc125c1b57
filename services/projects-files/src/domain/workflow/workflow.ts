import { DomainError } from '@assay/chassis/errors';

export type WorkflowStatus = 'in_progress' | 'finished' | 'no_result' | 'error';

/** What is said of one execution of a workflow in an outside engine. */
interface WorkflowFields {
  readonly pipelineId: string;
  readonly pipelineName: string;
  readonly uuid: string;
  readonly status: WorkflowStatus;
  readonly statusMessage: string | undefined;
  readonly engineExecutionId: number;
  readonly engineWorkflowId: string;
  readonly engineWorkflowName: string;
  readonly engineWorkflowNameLong: string;
  readonly result: string | undefined;
  readonly aiInterpretation: string | undefined;
}

/** A file that a workflow made, and of which one. */
export interface WorkflowOutput {
  readonly fileId: string;
  readonly sourceFileId?: string | undefined;
}

/** The files a workflow read and made, all of one project. */
export interface WorkflowLinks {
  readonly inputFileIds: readonly string[];
  readonly outputFiles: readonly WorkflowOutput[];
}

export interface Workflow extends WorkflowFields, WorkflowLinks {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  /** How often its links were changed. */
  readonly linkRevision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewWorkflow extends WorkflowLinks {
  readonly projectId: string;
  readonly pipelineId: string;
  readonly pipelineName: string;
  /** Undefined: one is made. */
  readonly uuid?: string | undefined;
  readonly status: WorkflowStatus;
  readonly statusMessage?: string | undefined;
  readonly engineExecutionId: number;
  readonly engineWorkflowId: string;
  readonly engineWorkflowName: string;
  /** Undefined: the short name. */
  readonly engineWorkflowNameLong?: string | undefined;
  readonly result?: string | undefined;
  readonly aiInterpretation?: string | undefined;
}

/** What is left out stays, undefined clears. */
export type WorkflowChanges = Partial<WorkflowFields & WorkflowLinks>;

/** Which records are listed. */
export interface WorkflowFilter {
  /** Undefined: those of the whole organization. */
  readonly projectId: string | undefined;
  readonly status: WorkflowStatus | undefined;
}

export function outputTaken(fileId: string): DomainError {
  const message = 'another workflow says that it made an output file';
  return new DomainError('FAILED_PRECONDITION', 'WORKFLOW_OUTPUT_TAKEN', message, { details: { fileId } });
}
