import { casesPage } from './cases/cases.ts';
import { crowdPage } from './crowd/crowd.ts';
import { datasetsPage } from './datasets/datasets.ts';
import type { DeskPage } from './desk-page.ts';
import { webhooksPage } from './webhooks/webhooks.ts';

/** The pages of the desk in the order of the navigation. The first one is also shown for an unknown fragment. */
export const pages: readonly [DeskPage, ...DeskPage[]] = [casesPage, crowdPage, datasetsPage, webhooksPage];
