import { createRest } from '@assay/test-kit/rest';
import { newWorkflow } from '../workflow-body.ts';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

/** Records of workflows in outside engines. */
export const workflowRows: Table = {
  createWorkflow: { needs: 'user', success: 201, body: workflowOf },
  listWorkflows: { needs: 'viewer', success: 200 },
  getWorkflow: { needs: 'viewer', success: 200 },
  updateWorkflow: { needs: 'user', success: 200, body: () => ({ status: 'finished' }) },
  deleteWorkflow: { needs: 'user', success: 200, make: makeWorkflow, isFinal: true },
  listWorkflowFiles: { needs: 'viewer', success: 200 },
  listFileWorkflows: { needs: 'viewer', success: 200 },
  listPipelineFiles: { needs: 'viewer', success: 200 },
};

function workflowOf({ population: { projectId, fileId } }: World) {
  return newWorkflow(projectId, fileId);
}

async function makeWorkflow(world: World): Promise<PathValues> {
  const rest = createRest(world.platform.baseUrl, world.home.keys.user);
  const { body } = await rest.post('/v2/workflows', workflowOf(world));
  return { workflowId: body.id };
}
