import { createUnimplementedRpcs } from '@assay/test-kit/unimplemented-rpcs';
import { ProjectType } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { CreateProjectRequest } from '@assay/proto/projects/v1/projects_service';
import { bootService } from '../../src/process/boot/boot-service.ts';
import type { RunningService } from '../../src/process/boot/boot-service.ts';
import type { CallContext } from '../../src/call-context.ts';
import { readConfig } from '../../src/config.ts';
import type { Environment } from '../../src/config.ts';
import { serve } from '../../src/grpc/serve.ts';
import { newIdFor } from '../../src/ids.ts';
import { isDuplicateKey } from '../../src/mongo/duplicate-key.ts';
import { prepareService } from '../../src/process/boot/prepare-service.ts';
import { baseSettings } from '../../src/process/boot/service-base.ts';
import type { BootOptions, ServiceBase } from '../../src/process/boot/service-base.ts';

/** Hooks around the only write of the test service. */
export interface NotebookHooks {
  /** Runs after the note was written and before the call is answered. */
  readonly onWritten?: (call: CallContext) => Promise<void> | void;
}

export const notebookName = 'projects-files';
export const notesCollection = 'notes';

/** Creates the resources of the service. */
export function prepareNotebook(environment: Environment): Promise<void> {
  return prepareService({ name: notebookName, indexes: {} }, readConfig(baseSettings, environment));
}

/** Starts a service with an idempotent rpc, which writes one note with the id of `newIdFor`. */
export function startNotebook(
  environment: Environment,
  { onWritten, ...options }: BootOptions & NotebookHooks = {},
): Promise<RunningService> {
  const createProject = async ({ db }: ServiceBase, call: CallContext, { name }: CreateProjectRequest) => {
    const id = newIdFor(call);
    const now = new Date();
    const description = `of ${call.organizationId}`;
    await db
      .collection<{ _id: string; name: string }>(notesCollection)
      .insertOne({ _id: id, name })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    await onWritten?.(call);
    const times = { createdAt: now, updatedAt: now };
    const { organizationId } = call;
    const project = {
      id,
      organizationId,
      name,
      description,
      type: ProjectType.STANDARD,
      createdBy: '',
      ...times,
    };
    return { project };
  };
  const rpcs = { ...createUnimplementedRpcs(ProjectsServiceService), createProject };
  return bootService(
    {
      name: notebookName,
      indexes: {},
      compose: (base) => ({ rpcs: [serve(ProjectsServiceService, base, rpcs)] }),
    },
    readConfig(baseSettings, environment),
    options,
  );
}
