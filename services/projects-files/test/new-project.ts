import type { OutgoingCall } from '@assay/chassis/call-context';
import { ProjectType } from '@assay/proto/projects/v1/project';
import type { Started } from './start.ts';

/** Makes a project and answers its id. */
export async function newProject({ projects }: Started, call: OutgoingCall): Promise<string> {
  const request = { name: 'Project', description: undefined, type: ProjectType.UNSPECIFIED };
  const { project } = await projects.createProject(call, request);
  if (project === undefined) throw new Error('no project');
  return project.id;
}
