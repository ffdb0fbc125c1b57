import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMail } from './read-mail.ts';
import type { Email } from './read-mail.ts';

/** Mails as files, `<time>-<random>.eml`. */
export interface MailFolder {
  keep(message: Buffer): Promise<void>;
  /** The newest first. */
  list(): Promise<KeptMail[]>;
  /** The message byte by byte; undefined when there is no mail of this name. */
  read(name: string): Promise<Buffer | undefined>;
}

export interface KeptMail {
  readonly name: string;
  readonly email: Email;
}

const mostListed = 200;
const mailName = /^[\dTZ-]+-[0-9a-f]{8}$/;

export function mailFolder(folder: string): MailFolder {
  const read = async (name: string): Promise<Buffer | undefined> =>
    mailName.test(name) ? readFile(join(folder, `${name}.eml`)).catch(() => undefined) : undefined;
  return {
    read,
    async keep(message) {
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const name = `${time}-${randomBytes(4).toString('hex')}`;
      await mkdir(folder, { recursive: true });
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(folder, `${name}.eml`));
    },
    async list() {
      const files = await readdir(folder).catch(() => []);
      const names = files.filter((file) => file.endsWith('.eml')).map((file) => file.slice(0, -4));
      const newest = names.sort().reverse().slice(0, mostListed);
      const mails = await Promise.all(newest.map(async (name) => ({ name, message: await read(name) })));
      const present = mails.flatMap(({ name, message }) =>
        message === undefined ? [] : [{ name, message }],
      );
      return Promise.all(
        present.map(async ({ name, message }) => ({ name, email: await readMail(message) })),
      );
    },
  };
}
