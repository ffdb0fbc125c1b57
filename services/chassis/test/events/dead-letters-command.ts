import { runDeadLetters } from '../../src/process/boot/dead-letters-command.ts';

// Runs the command of a service named `test`.
await runDeadLetters('test');
