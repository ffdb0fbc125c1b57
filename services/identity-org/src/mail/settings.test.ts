import { describe, expect, it } from 'vitest';
import { mailSettings, smtpOptions } from './settings.ts';

describe('the settings of mail', () => {
  it('reads what there is', () => {
    expect(mailSettings.smtpUrl.read('smtps://user:pass@mail.example.org:465')).toContain('mail.example.org');
    expect(mailSettings.publicUrl.read('https://assay.example.org/')).toBe('https://assay.example.org');
    expect(mailSettings.linkSigningKey.read(Buffer.alloc(32, 1).toString('base64'))).toHaveLength(32);
  });

  it('sends nothing without a server, and refuses a server without a sender', () => {
    expect(smtpOptions({ smtpUrl: undefined, mailFrom: 'a@b.example' })).toBeUndefined();
    expect(smtpOptions({ smtpUrl: 'smtp://x', mailFrom: 'a@b.example' })).toEqual({
      url: 'smtp://x',
      from: 'a@b.example',
    });
    expect(() => smtpOptions({ smtpUrl: 'smtp://x', mailFrom: undefined })).toThrow('MAIL_FROM');
  });

  it.each([
    ['smtpUrl', 'https://mail.example.org'],
    ['smtpUrl', 'mail.example.org'],
    ['publicUrl', 'javascript:alert(1)'],
    ['publicUrl', 'https://assay.example.org/path'],
    ['publicUrl', undefined],
    ['linkSigningKey', 'c2hvcnQ='],
    ['linkSigningKey', undefined],
  ] as const)('refuses %s %j', (name, raw) => {
    expect(() => mailSettings[name].read(raw)).toThrow(/must be|is missing/);
  });
});
