/** Set-up of every test file: pdf.js, of which nothing is drawn, finds what it would draw with, and says nothing about it. */
import { registerHooks } from 'node:module';

const url = new URL('no-canvas.cjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@napi-rs/canvas'
      ? { url, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});
