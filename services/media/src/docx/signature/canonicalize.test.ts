import { describe, expect, it } from 'vitest';
import { canonicalize } from './canonicalize.ts';
import { findElement, parseXml } from './xml-tree.ts';

const parse = (xml: string) => parseXml(Buffer.from(xml));
const whole = (xml: string): string => canonicalize(parse(xml), 'inclusive').toString();

describe('canonicalize', () => {
  it('orders attributes and namespaces, and leaves out those that are written already (C14N 1.0 §3.3)', () => {
    const xml =
      '<doc><e2   name = "elem2"   id="elem2"   ></e2><e5 a:attr="out" b:attr="sorted" attr2="all" attr="I\'m"\n xmlns:b="http://www.ietf.org"\n xmlns:a="http://www.w3.org"\n xmlns="http://example.org"/>' +
      '<e6 xmlns="" xmlns:a="http://www.w3.org"><e7 xmlns="http://www.ietf.org"><e8 xmlns="" xmlns:a="http://www.w3.org"></e8></e7></e6></doc>';
    expect(whole(xml)).toBe(
      '<doc><e2 id="elem2" name="elem2"></e2><e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I\'m" attr2="all" b:attr="sorted" a:attr="out"></e5>' +
        '<e6 xmlns:a="http://www.w3.org"><e7 xmlns="http://www.ietf.org"><e8 xmlns=""></e8></e7></e6></doc>',
    );
  });

  it('writes signs as the standard does (C14N 1.0 §3.4)', () => {
    const xml =
      '<doc><text>First line&#x0d;&#10;Second</text><value>&#x32;</value><compute><![CDATA[value>"0" && value<"10"]]></compute><norm attr=\' &apos;   &#x20;&#13;&#xa;&#9; " \'/><?pi  data?><!-- gone --></doc>';
    expect(whole(xml)).toBe(
      '<doc><text>First line&#xD;\nSecond</text><value>2</value><compute>value&gt;"0" &amp;&amp; value&lt;"10"</compute><norm attr=" \'    &#xD;&#xA;&#x9; &quot; "></norm><?pi data?></doc>',
    );
  });

  it('gives an element what it inherits, or only what it uses', () => {
    const xml = '<a:x xmlns:a="u:a" xmlns:b="u:b" xml:lang="de"><b:y><c/></b:y></a:x>';
    const inner = findElement(parse(xml), 'y');
    if (inner === undefined) throw new Error('it is there');
    expect(canonicalize(inner, 'inclusive').toString()).toBe(
      '<b:y xmlns:a="u:a" xmlns:b="u:b" xml:lang="de"><c></c></b:y>',
    );
    expect(canonicalize(inner, 'exclusive').toString()).toBe('<b:y xmlns:b="u:b"><c></c></b:y>');
  });
});
