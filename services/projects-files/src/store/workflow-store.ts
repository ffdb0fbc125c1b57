import type { Db } from 'mongodb';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
import { findPage, newestFirst } from '@assay/chassis/mongo/find-page';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { removedWith } from '@assay/chassis/mongo/removed-with';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type {
  Workflow,
  WorkflowChanges,
  WorkflowFilter,
  WorkflowOutput,
} from '../domain/workflow/workflow.ts';
import { changedFields, linkFields, toDocument, toWorkflow } from './workflow-document.ts';
import type { WorkflowDocument } from './workflow-document.ts';

export const workflowCollection = 'workflows';

export const workflowIndexes: readonly IndexSpec[] = [
  { key: { organizationId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, status: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, projectId: 1, status: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, fileIds: 1, ...newestFirst.sort } },
  { key: { organizationId: 1, pipelineId: 1, ...newestFirst.sort } },
  { key: { unsettledUntil: 1 }, sparse: true },
];

/** Records of workflows. What they link is the truth, and the files follow it. */
export interface WorkflowStore {
  /** Resolves to the stored one: this, or the one of that id that an earlier attempt inserted. */
  insert(workflow: Workflow): Promise<Workflow>;
  find(organizationId: string, workflowId: string): Promise<Workflow | undefined>;
  list(organizationId: string, filter: WorkflowFilter, page: Page): Promise<PageOf<Workflow>>;
  /** Those that read or made the file. */
  listOfFile(organizationId: string, fileId: string, page: Page): Promise<PageOf<Workflow>>;
  listOfPipeline(organizationId: string, pipelineId: string, page: Page): Promise<PageOf<Workflow>>;
  /**
   * Undefined when there is none, or, where a revision is given, when its links are of another one. Changes of links name both
   * lists and a revision.
   */
  update(
    organizationId: string,
    update: WorkflowUpdate,
    linkRevision?: number,
  ): Promise<Workflow | undefined>;
  /** Says that the files follow these outputs. Undefined: the links were changed meanwhile, or the record is gone. */
  settle(workflow: Workflow, outputFiles: readonly WorkflowOutput[]): Promise<Workflow | undefined>;
  /** Those of all organizations whose files should follow them since a while. */
  listUnsettled(now: Date, limit: number): Promise<readonly Workflow[]>;
  /** Undefined when there is none. */
  remove(organizationId: string, workflowId: string): Promise<Workflow | undefined>;
  removeOfProject(organizationId: string, projectId: string): Promise<void>;
}

interface WorkflowUpdate {
  readonly workflowId: string;
  readonly changes: WorkflowChanges;
  readonly now: Date;
}

export function createWorkflowStore(db: Db): WorkflowStore {
  const collection = db.collection<WorkflowDocument>(workflowCollection);
  const listBy = async (filter: Readonly<Record<string, string>>, page: Page): Promise<PageOf<Workflow>> => {
    const { items, ...facts } = await findPage(collection, { filter, order: newestFirst }, page);
    return { items: items.map(toWorkflow), ...facts };
  };
  return {
    insert: async (workflow) => toWorkflow(await insertOrFind(collection, toDocument(workflow))),
    async find(organizationId, workflowId) {
      const found = await collection.findOne({ _id: workflowId, organizationId });
      return found === null ? undefined : toWorkflow(found);
    },
    list: (organizationId, { projectId, status }, page) =>
      listBy({ organizationId, ...(projectId && { projectId }), ...(status && { status }) }, page),
    listOfFile: (organizationId, fileId, page) => listBy({ organizationId, fileIds: fileId }, page),
    listOfPipeline: (organizationId, pipelineId, page) => listBy({ organizationId, pipelineId }, page),
    async update(organizationId, { workflowId, changes, now }, linkRevision) {
      const hasLinks = linkRevision !== undefined;
      const found = await collection.findOneAndUpdate(
        { _id: workflowId, organizationId, ...(hasLinks && { linkRevision }) },
        {
          $set: { ...changedFields(changes, hasLinks ? now : undefined), updatedAt: now },
          ...(hasLinks && { $inc: { linkRevision: 1 } }),
        },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toWorkflow(found);
    },
    async settle({ id, organizationId, linkRevision, inputFileIds, createdAt }, outputFiles) {
      const { unsettledUntil: _until, ...links } = linkFields({ inputFileIds, outputFiles }, createdAt);
      const found = await collection.findOneAndUpdate(
        { _id: id, organizationId, linkRevision },
        { $set: links, $unset: { unsettledUntil: true } },
        { returnDocument: 'after' },
      );
      return found === null ? undefined : toWorkflow(found);
    },
    async listUnsettled(now, limit) {
      const due = collection.find({ unsettledUntil: { $lte: now } }).sort({ unsettledUntil: 1 });
      return (await due.limit(limit).toArray()).map(toWorkflow);
    },
    async remove(organizationId, workflowId) {
      const found = await collection.findOneAndDelete({ _id: workflowId, organizationId });
      return found === null ? undefined : toWorkflow(found);
    },
    removeOfProject: removedWith(collection, 'projectId'),
  };
}
