import { startSmtpReceiver } from '@assay/local/dev/smtp-receiver';

/** A mail server that answers the first mails with these codes and takes the others. */
export async function startRefusingMailServer(codes: readonly number[]) {
  const left = [...codes];
  const taken: string[] = [];
  const receiver = await startSmtpReceiver(0, ({ recipients }) => {
    const responseCode = left.shift();
    if (responseCode !== undefined) {
      return Promise.reject(Object.assign(new Error('not this one'), { responseCode }));
    }
    taken.push(...recipients);
    return Promise.resolve();
  });
  return { smtpUrl: `smtp://127.0.0.1:${receiver.port}`, taken, stop: () => receiver.close() };
}
