import { html, renderHtml } from '@assay/chassis/http/html';
import type { HtmlValue } from '@assay/chassis/http/html';

export interface Mail {
  /**
   * The part of the Message-ID before the `@`: the same in every attempt, so that mailboxes show a repeated mail once.
   */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The page of a mail around its content. Styles are inline, because mail programs ignore others. */
export function mailHtml(content: HtmlValue): string {
  return renderHtml(html`<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">
<div style="max-width:560px;margin:0 auto">
${content}
</div>
</body>
</html>
`);
}
