/** The page “Crowd jobs”: the jobs of a project, a new job, one job, or the review of its answers, as the address says. */

import { createViewPage } from '../parts/view-page.ts';
import type { View } from '../parts/view-page.ts';
import { readAddress } from './parts/address.ts';
import { describeCrowdError } from './parts/crowd-errors.ts';
import { createJobView } from './job/job-view.ts';
import { createListView } from './jobs/list-view.ts';
import { createNewView } from './new/new-view.ts';
import { createReviewView } from './review/review-view.ts';

export const crowdPage = createViewPage({
  slug: 'crowd',
  title: 'Crowd jobs',
  waiting: 'Fetching the crowd jobs …',
  back: 'All crowd jobs',
  describeError: describeCrowdError,
  chooseView(): View {
    const { projectId, jobId, isReview, isNew } = readAddress();
    if (projectId !== undefined && isNew === true) return createNewView(projectId);
    if (projectId === undefined || jobId === undefined) return createListView(projectId);
    const name = { projectId, jobId };
    return isReview === true ? createReviewView(name) : createJobView(name);
  },
});
