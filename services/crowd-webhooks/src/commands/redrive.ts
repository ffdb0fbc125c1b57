import { runCommand } from '@assay/chassis/process/operator-command';
import { createDeliveryQueue } from '../store/delivery/delivery-queue.ts';

// Makes every open delivery due at once.
await runCommand('crowd-webhooks-redrive', async ({ db }) => {
  const count = await createDeliveryQueue(db).makeDue();
  process.stdout.write(`crowd-webhooks: made ${count.toString()} deliveries due\n`);
});
