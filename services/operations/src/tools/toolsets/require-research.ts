import { ProjectType } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { RestError } from '../../errors/rest-error.ts';
import { required } from '../../required.ts';
import type { Tool } from '../tool.ts';

/** Throws INVALID_STATE unless the project of the arguments is of type `research`: agents start runs only there. */
export const requireResearch: NonNullable<Tool['check']> = async ({ callRpc }, call, { projectId }) => {
  const request = { projectId: String(projectId) };
  const { type } = required((await callRpc(ProjectsServiceService.getProject, call, request)).project);
  if (type === ProjectType.RESEARCH) return;
  throw new RestError(
    'INVALID_STATE',
    'Agents start runs only in projects of type research. Create one, or start the run over REST.',
    { details: { type: 'standard', allowed: ['research'] } },
  );
};
