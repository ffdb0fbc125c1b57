import type { Runtime } from '@assay/chassis/runtime';
import type { Config } from '../config.ts';
import { createDroppingMailer, createMailer } from './mailer.ts';
import type { Mailer } from './mailer.ts';
import { smtpOptions } from './settings.ts';

/** What sends mail; one that drops all of it where no server is configured. */
export function openMailer(
  { lifecycle, logger }: Pick<Runtime, 'lifecycle' | 'logger'>,
  config: Pick<Config, 'mailFrom' | 'publicUrl' | 'smtpUrl'>,
): Mailer {
  const options = smtpOptions(config);
  if (options === undefined) return createDroppingMailer(logger);
  const mailer = createMailer(options, new URL(config.publicUrl).hostname);
  lifecycle.onStop('mailer', () => {
    mailer.close();
  });
  return mailer;
}
