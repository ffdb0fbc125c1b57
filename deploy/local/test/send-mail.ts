import { connect } from 'node:net';

/** Hands a message to an SMTP server, a command for each answer (RFC 5321). @throws when it refuses one */
export async function sendMail(port: number, recipients: readonly string[], message: string): Promise<void> {
  const commands = [
    'EHLO localhost',
    'MAIL FROM:<sender@assay.localhost>',
    ...recipients.map((recipient) => `RCPT TO:<${recipient}>`),
    'DATA',
    `${message.replaceAll(/\r?\n/g, '\r\n')}\r\n.`,
    'QUIT',
  ];
  const socket = connect({ port, host: '127.0.0.1' }).setEncoding('utf8');
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (!/^\d{3} .*\r\n$/m.test(answer)) continue;
    if (!/^[23]/.test(answer)) throw new Error(`refused: ${answer}`);
    answer = '';
    const next = commands.shift();
    if (next === undefined) return;
    socket.write(`${next}\r\n`);
  }
}
