import { registerHooks } from 'node:module';

// The condition `source` of our own packages would lead Node.js to TypeScript in this package, which MCP clients import.
registerHooks({
  resolve(specifier, context, next) {
    const isPublished = specifier.startsWith('eventsource');
    const conditions = context.conditions.filter((one) => !isPublished || one !== 'source');
    return next(specifier, { ...context, conditions });
  },
});
