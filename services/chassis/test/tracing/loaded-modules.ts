import { registerHooks } from 'node:module';

// Prints the packages of OpenTelemetry that a process loads without an endpoint for traces.
const loaded = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) loaded.add(specifier);
    return next(specifier, context);
  },
});
const [{ startTracing }] = await Promise.all([
  import('../../src/process/tracing/start-tracing.ts'),
  import('../../src/process/boot/boot-service.ts'),
]);
const tracing = await startTracing('test', {});
await tracing.stop();
process.stdout.write([...loaded].join('\n'));
