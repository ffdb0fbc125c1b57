import { register } from 'node:module';

// Without this hook instrumentation cannot see modules that are loaded with `import`.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
