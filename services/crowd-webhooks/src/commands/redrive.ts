import { runCommand } from '@assay/chassis/process/boot/operator-command';
import { runRepublish } from '@assay/chassis/process/boot/redrive-command';
import { createAnswerStore } from '../store/crowd/answer-store.ts';
import { createJobStore } from '../store/crowd/job-store.ts';
import { createDeliveryQueue } from '../store/delivery/delivery-queue.ts';

// Makes every open delivery due at once, and publishes the recent events of jobs and answers again. The sweeps continue interrupted changes by
// themselves.
await runCommand('crowd-webhooks-redrive', async ({ db }) => {
  const count = await createDeliveryQueue(db).makeDue();
  process.stdout.write(`crowd-webhooks: made ${count.toString()} deliveries due\n`);
});
const silent = { notify: () => undefined };
await runRepublish('crowd-webhooks', async function* (db, since) {
  yield* createJobStore(db, silent).listEvents(since);
  yield* createAnswerStore(db, silent).listEvents(since);
});
