/** Setup of all test files: gives pdf.js an empty canvas module, so that it does not warn. Tests do not render with pdf.js. */
import { registerHooks } from 'node:module';

const url = new URL('no-canvas.cjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@napi-rs/canvas'
      ? { url, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});
