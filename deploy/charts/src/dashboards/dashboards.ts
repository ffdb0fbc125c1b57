import { crowd } from './crowd.ts';
import { datasets } from './datasets.ts';
import { gateway } from './gateway.ts';
import { mcp } from './mcp.ts';
import { media } from './media.ts';
import { money } from './money.ts';
import { overview } from './overview.ts';
import { queues } from './queues.ts';
import { services } from './services.ts';
import { webhooks } from './webhooks.ts';
import type { DashboardSpec } from './panel.ts';

export const dashboards: readonly DashboardSpec[] = [
  overview,
  gateway,
  mcp,
  services,
  queues,
  media,
  datasets,
  money,
  crowd,
  webhooks,
];
