import { runDeadLetters } from '../../src/process/run.ts';

// The command of a service named `test`.
await runDeadLetters('test');
