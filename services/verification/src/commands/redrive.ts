import { runRedrive } from '@assay/chassis/process/redrive-command';
import { redriveConfig } from '../config.ts';
import { createStageStore } from '../store/stage-store.ts';
import { createUnfinishedRunStore } from '../store/unfinished-run-store.ts';

// What is appended here is published by the relays of the service that runs.
const relay = { notify: () => undefined };
await runRedrive('verification', redriveConfig(), (db) =>
  createUnfinishedRunStore(db, relay, { stages: createStageStore(db, relay) }),
);
