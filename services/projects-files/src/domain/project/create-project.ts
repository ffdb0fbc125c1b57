import { readUserId } from '@assay/chassis/call-context';
import type { CallContext } from '@assay/chassis/call-context';
import { newIdFor } from '@assay/chassis/ids';
import type { Deps } from '../../deps.ts';
import type { Project, ProjectType } from './project.ts';

export interface NewProject {
  readonly name: string;
  readonly description: string | undefined;
  /** Unless given `standard`. */
  readonly type: ProjectType | undefined;
}

export async function createProject(
  { projects, clock }: Pick<Deps, 'projects' | 'clock'>,
  call: CallContext,
  input: NewProject,
): Promise<Project> {
  const now = clock.now();
  return projects.insert({
    id: newIdFor(call),
    organizationId: call.organizationId,
    name: input.name.trim(),
    description: input.description,
    type: input.type ?? 'standard',
    createdBy: readUserId(call),
    createdAt: now,
    updatedAt: now,
  });
}
