import { runRedrive } from '@assay/chassis/process/redrive-command';
import { createStageStore } from '../store/stage-store.ts';
import { createUnfinishedRunStore } from '../store/unfinished-run-store.ts';

// Asks again for every run that is under way.
await runRedrive('verification', (db, relay) =>
  createUnfinishedRunStore(db, relay, { stages: createStageStore(db, relay) }),
);
