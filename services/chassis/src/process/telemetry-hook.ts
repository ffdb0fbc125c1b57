import { register } from 'node:module';

// Without this hook instrumentation cannot see modules that are loaded with `import`.
// eslint-disable-next-line @typescript-eslint/no-deprecated -- import-in-the-middle offers only an asynchronous hook
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
