import { runDeadLetters } from '@assay/chassis/process/run';

// Lists, reads and sends again what the consumers of the service gave up.
await runDeadLetters('billing');
