import { expect, it } from 'vitest';
import { html, rawHtml, renderHtml } from '../src/html.ts';

it('escapes text in content and in attributes', () => {
  const text = `<script>"&'\``;
  expect(renderHtml(html`<p title="${text}">${text}</p>`)).toBe(
    '<p title="&lt;script&gt;&quot;&amp;&#39;&#96;">&lt;script&gt;&quot;&amp;&#39;&#96;</p>',
  );
});

it('takes what it made as it is, and joins arrays', () => {
  const items = ['<a>', 'b'].map((name) => html`<li>${name}</li>`);
  expect(renderHtml(html`<ul>${items}</ul>`)).toBe('<ul><li>&lt;a&gt;</li><li>b</li></ul>');
  expect(renderHtml(html`${['<', ['>', html`<br>`]]}`)).toBe('&lt;&gt;<br>');
});

it('shows numbers, and nothing for undefined', () => {
  expect(renderHtml(html`${0}${undefined}`)).toBe('0');
});

it('takes raw markup only when told to', () => {
  expect(renderHtml(html`${rawHtml('<b>')}${'<b>'}`)).toBe('<b>&lt;b&gt;');
});

it('is not fooled by an object that came out of JSON', () => {
  const foreign = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}') as ReturnType<typeof html>;
  expect(renderHtml(html`${foreign}`)).not.toContain('<b>');
});
