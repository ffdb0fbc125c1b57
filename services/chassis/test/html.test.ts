import { expect, it } from 'vitest';
import { html, rawHtml, renderHtml } from '../src/http/html.ts';

it('escapes text in content and in attributes', () => {
  const text = `<script>"&'\``;
  expect(renderHtml(html`<p title="${text}">${text}</p>`)).toBe(
    '<p title="&lt;script&gt;&quot;&amp;&#39;&#96;">&lt;script&gt;&quot;&amp;&#39;&#96;</p>',
  );
});

it('inserts its own markup unescaped, and joins arrays', () => {
  const items = ['<a>', 'b'].map((name) => html`<li>${name}</li>`);
  expect(renderHtml(html`<ul>${items}</ul>`)).toBe('<ul><li>&lt;a&gt;</li><li>b</li></ul>');
  expect(renderHtml(html`${['<', ['>', html`<br>`]]}`)).toBe('&lt;&gt;<br>');
});

it('renders numbers, and nothing for undefined', () => {
  expect(renderHtml(html`${0}${undefined}`)).toBe('0');
});

it('inserts raw markup only from rawHtml', () => {
  expect(renderHtml(html`${rawHtml('<b>')}${'<b>'}`)).toBe('<b>&lt;b&gt;');
});

it('escapes an object parsed from JSON that looks like markup', () => {
  const foreign = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}') as ReturnType<typeof html>;
  expect(renderHtml(html`${foreign}`)).not.toContain('<b>');
});
