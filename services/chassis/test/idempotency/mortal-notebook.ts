import { startNotebook } from './notebook.ts';

/** Runs a process that serves one write, reports it, and then hangs until it is killed. */
const { grpcAddress } = await startNotebook(process.env, {
  async onWritten() {
    process.send?.('written');
    await new Promise(() => undefined);
  },
});
process.send?.({ grpcAddress });
