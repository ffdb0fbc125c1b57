import { runRedrive } from '@assay/chassis/process/redrive-command';
import { createOpenQuestionStore } from '../store/open-question-store.ts';
import { createStageStore } from '../store/stage-store.ts';
import { createUnfinishedRunStore } from '../store/unfinished-run-store.ts';

// Asks again for every run that is under way, and again what people were asked.
await runRedrive('verification', (db, relay) =>
  createUnfinishedRunStore(db, relay, { stages: createStageStore(db, relay) }),
);
await runRedrive('verification', createOpenQuestionStore);
