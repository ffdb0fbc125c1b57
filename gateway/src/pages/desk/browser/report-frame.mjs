import { element } from './dom.mjs';

/**
 * A report inside the page. The frame's own document allows styles and pictures that are part of it, and no script: the
 * sandbox and its policy both forbid them. This page writes the report into it and gives the frame its height.
 */
export function createReportFrame(html) {
  const frame = element('iframe', {
    className: 'report',
    title: 'Report',
    src: '/v2/desk/report',
    sandbox: 'allow-same-origin',
  });
  frame.addEventListener('load', () => {
    const { documentElement } = frame.contentDocument;
    documentElement.innerHTML = html;
    const fit = () => (frame.style.height = `${String(documentElement.getBoundingClientRect().height)}px`);
    new ResizeObserver(fit).observe(documentElement);
    fit();
  });
  return frame;
}
