/** The page “Webhooks”: the webhooks of a project or of a crowd job, or one webhook with its deliveries, as the address says. */

import { createViewPage } from '../view-page.ts';
import type { View } from '../view-page.ts';
import { readAddress } from './address.ts';
import { createJobListView, createListView } from './list-view.ts';
import { createWebhookView } from './webhook-view.ts';
import { describeWebhookError } from './webhook-errors.ts';

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
