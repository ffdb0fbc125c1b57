import { element } from '../../shared/dom.ts';

/**
 * Returns a frame with a report. The sandbox and the policy of the frame's document both forbid scripts. The desk writes the
 * report into the document and sets the height of the frame.
 */
export function createReportFrame(html: string): HTMLIFrameElement {
  const frame = element('iframe', {
    className: 'report',
    title: 'Report',
    src: '/v2/desk/report',
    sandbox: 'allow-same-origin',
  });
  frame.addEventListener('load', () => {
    const root = frame.contentDocument?.documentElement;
    if (root === undefined) return;
    root.innerHTML = html;
    const fit = (): void => {
      frame.style.height = `${root.getBoundingClientRect().height}px`;
    };
    new ResizeObserver(fit).observe(root);
    fit();
  });
  return frame;
}
