import { runRedrive, runRepublish } from '@assay/chassis/process/boot/redrive-command';
import { createRunStore } from '../store/runs/run-store.ts';

// Requests every run that is under way again, repeats the requests to people, and publishes the ends of runs and closed crowd jobs again.
await runRedrive('verification', (db, relay) => createRunStore(db, relay).unfinishedRuns);
await runRedrive('verification', (db, relay) => createRunStore(db, relay).openQuestions);
const silent = { notify: () => undefined };
await runRepublish('verification', (db, since) => createRunStore(db, silent).closedJobs.listEvents(since));
await runRepublish('verification', (db, since) => createRunStore(db, silent).runEnds.listEvents(since));
