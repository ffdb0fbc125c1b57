import { runDeadLetters } from '../../src/process/dead-letters-command.ts';

// The command of a service named `test`.
await runDeadLetters('test');
