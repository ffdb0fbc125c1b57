import { startNotebook } from './notebook.ts';

/** A process that serves one write, says when it was made, and hangs there until it is killed. */
const { grpcAddress } = await startNotebook(process.env, {
  async onWritten() {
    process.send?.('written');
    await new Promise(() => undefined);
  },
});
process.send?.({ grpcAddress });
