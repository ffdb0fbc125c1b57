/** The page “Webhooks”: the webhooks of a project or of a crowd job, or one webhook with its deliveries, as the address says. */

import { createViewPage } from '../parts/view-page.ts';
import type { View } from '../parts/view-page.ts';
import { readAddress } from './parts/address.ts';
import { createJobListView, createListView } from './list-view.ts';
import { createWebhookView } from './webhook-view.ts';
import { describeWebhookError } from './parts/webhook-errors.ts';

export const webhooksPage = createViewPage({
  slug: 'webhooks',
  title: 'Webhooks',
  waiting: 'Fetching the webhooks …',
  back: 'All webhooks',
  describeError: describeWebhookError,
  chooseView(): View {
    const { projectId, jobId, webhookId } = readAddress();
    if (projectId !== undefined && webhookId !== undefined)
      return createWebhookView({ projectId, jobId, webhookId });
    return projectId !== undefined && jobId !== undefined
      ? createJobListView({ projectId, jobId })
      : createListView(projectId);
  },
});
