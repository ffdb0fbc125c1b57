import type { Deps } from '../../deps.ts';
import { settleLinks } from './settle-links.ts';
import type { SettleDeps } from './settle-links.ts';

const batchSize = 100;

/** Makes files say what records say that a killed process stored. Any number may do so at once. */
export async function finishWorkflows(deps: SettleDeps & Pick<Deps, 'logger'>): Promise<void> {
  for (const workflow of await deps.workflows.listUnsettled(deps.clock.now(), batchSize)) {
    try {
      await settleLinks(deps, workflow);
    } catch (error) {
      deps.logger.warn({ err: error, workflowId: workflow.id }, 'settling the links of a workflow failed');
    }
  }
}
