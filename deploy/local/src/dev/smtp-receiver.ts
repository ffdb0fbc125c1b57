import { SMTPServer } from 'smtp-server';

/** A mail as it came over the wire. */
export interface ReceivedMail {
  /** The whole message (RFC 5322). */
  readonly message: Buffer;
  /** The addresses of the envelope, hidden copies among them. */
  readonly recipients: string[];
}

export interface SmtpReceiver {
  readonly port: number;
  close(): Promise<void>;
}

const maxBytes = 20 * 2 ** 20;
const messageTooBig = 552;

/**
 * Takes mail on 127.0.0.1 from anybody for anybody, and delivers none of it. A mail counts as sent once `keep` has it.
 * @param port 0 lets the system choose
 */
export async function startSmtpReceiver(
  port: number,
  keep: (mail: ReceivedMail) => Promise<void>,
): Promise<SmtpReceiver> {
  const server = new SMTPServer({
    size: maxBytes,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.once('error', done);
      stream.once('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('the message is too large'), { responseCode: messageTooBig }));
          return;
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        keep({ message: Buffer.concat(chunks), recipients }).then(() => {
          done();
        }, done);
      });
    },
  });
  // A client that hangs up is no reason to end.
  const listening = Promise.withResolvers<undefined>();
  server.on('error', listening.reject);
  server.listen(port, '127.0.0.1', () => {
    listening.resolve(undefined);
  });
  await listening.promise;
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port');
  return {
    port: address.port,
    close: async () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}
