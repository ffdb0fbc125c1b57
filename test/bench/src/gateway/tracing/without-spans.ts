import { registerHooks } from 'node:module';

// Loaded by `--import` before a gateway, which then has none of the code that makes spans, nor OpenTelemetry's interface.
const spans = import.meta.resolve('@assay/chassis/process/tracing/spans');
const noSpans = import.meta.resolve('./no-spans.ts');

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    return resolved.url === spans ? { ...resolved, url: noSpans } : resolved;
  },
});
