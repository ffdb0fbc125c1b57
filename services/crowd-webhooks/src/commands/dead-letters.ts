import { runDeadLetters } from '@assay/chassis/process/boot/dead-letters-command';

// Lists, reads and sends again what the consumers of the service gave up.
await runDeadLetters('crowd-webhooks');
