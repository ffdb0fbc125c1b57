import { once } from 'node:events';
import { readMailServerConfig } from './config.ts';
import { createInbox } from './inbox.ts';
import { mailFolder } from './mail-folder.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';

const config = readMailServerConfig();
const mails = mailFolder(config.folder);
const receiver = await startSmtpReceiver(config.smtpPort, async ({ message }) => mails.keep(message));
const inbox = createInbox(mails).listen(config.inboxPort, '127.0.0.1');
await once(inbox, 'listening');

process.once('SIGTERM', () => {
  inbox.close();
  inbox.closeAllConnections();
  void receiver.close();
});
