import { runRedrive, runRepublish } from '@assay/chassis/process/redrive-command';
import { createOpenQuestionStore } from '../store/open-question-store.ts';
import { createRunEndStore } from '../store/run-end-store.ts';
import { createStageStore } from '../store/stage-store.ts';
import { createUnfinishedRunStore } from '../store/unfinished-run-store.ts';

// Requests every run that is under way again, repeats the questions to people, and publishes the ends of runs again.
await runRedrive('verification', (db, relay) =>
  createUnfinishedRunStore(db, relay, { stages: createStageStore(db, relay) }),
);
await runRedrive('verification', createOpenQuestionStore);
await runRepublish('verification', (db, since) => createRunEndStore(db).listEvents(since));
