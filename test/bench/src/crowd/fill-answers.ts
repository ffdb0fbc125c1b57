import { newId } from '@assay/chassis/ids';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import { callBy } from '@assay/test-kit/test-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { insertMany } from '../growth/insert-many.ts';
import { openCrowdProject } from './crowd-project.ts';

/** Creates a job with this number of answers: one is submitted, the others are copies with their own ids, workers and times. */
export async function fillAnswers(platform: LaunchedPlatform, count: number): Promise<string> {
  const project = await openCrowdProject(platform);
  const jobId = await project.createJob({ tasks: 1, repetitions: 1 });
  const work = platform.connect('crowd-webhooks').client(WorkServiceService);
  const call = callBy({ organizationId: project.organizationId });
  const { claim } = await work.claimTask(call, { jobId });
  const answers = [
    { questionKey: 'seen', value: true },
    { questionKey: 'note', value: 'The "left" half is blurred, the right one is not.' },
  ];
  await work.submitAnswer(call, { claimId: claim?.claimId ?? '', answers, regions: [] });
  const mongo = await openDatabase(platform.layout, 'crowd-webhooks');
  const collection = mongo.db.collection('crowd_answers');
  const submitted = await collection.findOne({ jobId });
  if (submitted === null) throw new Error('the answer is missing');
  const firstAt = (submitted['submittedAt'] as Date).getTime();
  await insertMany(collection, count - 1, (index) => ({
    ...submitted,
    _id: newId(),
    taskId: newId(),
    workerId: newId(),
    personKey: `user:${newId()}`,
    submittedAt: new Date(firstAt + index + 1),
  }));
  await mongo.close();
  return jobId;
}
