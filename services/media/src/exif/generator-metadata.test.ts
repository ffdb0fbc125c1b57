import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ascii,
  exifSegment,
  iTXt,
  jpegOf,
  latin,
  pngOf,
  segment,
  tEXt,
  tiffOf,
  u16,
  u32,
  undefinedBytes,
  webpOf,
  zTXt,
} from '../../test/build-media.ts';
import { readGeneratorMetadata } from './generator-metadata.ts';

const media = path.resolve(import.meta.dirname, '../../../../../shared/media');
const a1111Parameters =
  'a cat\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1, Size: 512x512';
const comfyGraph = '{"3":{"class_type":"KSampler","inputs":{"seed":1}}}';
const comfyWorkflow = '{"last_node_id":9,"nodes":[{"id":1}],"links":[]}';
const samplerSettings = '{"prompt":"a cat","uc":"bad","steps":28,"seed":7,"sampler":"k_euler"}';
const xmpSource = (type: string): string =>
  `<x:xmpmeta><rdf:Description Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${type}"/></x:xmpmeta>`;
const xmpSegment = (xmp: string): number[] =>
  segment(0xe1, [...latin('http://ns.adobe.com/xap/1.0/\0'), ...latin(xmp)]);
const utf16be = (text: string): number[] => Array.from(Buffer.from(text, 'utf16le').swap16());
const iptc = (text: string): number[] => {
  const record = [0x1c, 2, 110, ...u16(text.length), ...latin(text)];
  return segment(0xed, [
    ...latin('Photoshop 3.0\0'),
    ...latin('8BIM'),
    ...u16(0x0404),
    0,
    0,
    ...u32(record.length),
    ...record,
  ]);
};

describe('readGeneratorMetadata', () => {
  it.each([
    [
      'A1111 parameters in tEXt',
      'image/png',
      pngOf(tEXt('parameters', a1111Parameters)),
      /AUTOMATIC1111/,
      'recipe',
    ],
    [
      'A1111 parameters in compressed iTXt',
      'image/png',
      pngOf(iTXt('parameters', a1111Parameters, true)),
      /AUTOMATIC1111/,
      'recipe',
    ],
    ['a ComfyUI prompt', 'image/png', pngOf(tEXt('prompt', comfyGraph)), /ComfyUI/, 'recipe'],
    [
      'a ComfyUI prompt with NaN',
      'image/png',
      pngOf(tEXt('prompt', comfyGraph.replace('"seed":1', '"is_changed": [NaN]'))),
      /ComfyUI/,
      'recipe',
    ],
    ['a ComfyUI workflow', 'image/png', pngOf(iTXt('workflow', comfyWorkflow)), /ComfyUI/, 'recipe'],
    [
      'InvokeAI in zTXt',
      'image/png',
      pngOf(zTXt('invokeai_metadata', Buffer.from('{"seed":1}'))),
      /InvokeAI/,
      'recipe',
    ],
    [
      'the command of an early InvokeAI',
      'image/png',
      pngOf(tEXt('Dream', '"a harbour [fog]" -s 30 -S 42 -W 512 -H 512 -C 7.5 -A k_euler')),
      /InvokeAI/,
      'recipe',
    ],
    ['NovelAI software', 'image/png', pngOf(tEXt('Software', 'NovelAI')), /NovelAI/, 'name'],
    ['Comment settings', 'image/png', pngOf(tEXt('Comment', samplerSettings)), /NovelAI/, 'recipe'],
    [
      'Midjourney description',
      'image/png',
      pngOf(tEXt('Description', 'a cat --v 6 Job ID: 01234567-89ab-cdef-0123-456789abcdef')),
      /Midjourney/,
      'recipe',
    ],
    [
      'AIGC label',
      'image/png',
      pngOf(tEXt('AIGC', '{"Label":"1","ContentProducer":"x"}')),
      /GB 45438/,
      'label',
    ],
    [
      'XMP in PNG',
      'image/png',
      pngOf(iTXt('XML:com.adobe.xmp', xmpSource('trainedAlgorithmicMedia'))),
      /AI model/,
      'label',
    ],
    [
      'UserComment',
      'image/jpeg',
      jpegOf(
        exifSegment(tiffOf([undefinedBytes(0x9286, [...latin('UNICODE\0'), ...utf16be(a1111Parameters)])])),
      ),
      /AUTOMATIC1111/,
      'recipe',
    ],
    ['JPEG comment', 'image/jpeg', jpegOf(segment(0xfe, latin(a1111Parameters))), /AUTOMATIC1111/, 'recipe'],
    [
      'XMP source type',
      'image/jpeg',
      jpegOf(xmpSegment(xmpSource('trainedAlgorithmicMedia'))),
      /AI model/,
      'label',
    ],
    [
      'XMP AI edit',
      'image/jpeg',
      jpegOf(xmpSegment(xmpSource('compositeWithTrainedAlgorithmicMedia'))),
      /editing/,
      'edit-label',
    ],
    [
      'XMP credit',
      'image/jpeg',
      jpegOf(xmpSegment('<x photoshop:Credit="Made with Google AI"/>')),
      /Google/,
      'label',
    ],
    [
      'XMP creator tool',
      'image/jpeg',
      jpegOf(xmpSegment('<xmp:CreatorTool>Adobe Firefly</xmp:CreatorTool>')),
      /Firefly/,
      'name',
    ],
    [
      'Draw Things settings beside a description',
      'image/jpeg',
      jpegOf(
        xmpSegment(
          '<dc:description>a cat</dc:description><exif:UserComment><rdf:li>{"c":"a cat","steps":8,"seed":7,"sampler":"DPM++"}</rdf:li></exif:UserComment>',
        ),
      ),
      /Draw Things/,
      'recipe',
    ],
    [
      'FLUX by its maker',
      'image/jpeg',
      jpegOf(
        exifSegment(tiffOf([ascii(0x010f, 'Black Forest Labs'), ascii(0x0131, 'AI generated;txt2img;flux')])),
      ),
      /FLUX/,
      'label',
    ],
    [
      'SwarmUI parameters',
      'image/png',
      pngOf(tEXt('parameters', '{"sui_image_params":{"prompt":"a cat","seed":1}}')),
      /SwarmUI/,
      'recipe',
    ],
    ['Fooocus in a scheme', 'image/png', pngOf(tEXt('fooocus_scheme', 'fooocus')), /Fooocus/, 'recipe'],
    ['IPTC credit', 'image/jpeg', jpegOf(iptc('Made with Google AI')), /Google/, 'label'],
    [
      'ComfyUI in WebP Exif',
      'image/webp',
      webpOf(
        'EXIF',
        tiffOf([ascii(0x010f, `Prompt:${comfyGraph}`), ascii(0x0110, `workflow:${comfyWorkflow}`)]),
      ),
      /ComfyUI/,
      'recipe',
    ],
    [
      'XMP in WebP',
      'image/webp',
      webpOf('XMP ', latin(xmpSource('trainedAlgorithmicMedia'))),
      /AI model/,
      'label',
    ],
    [
      'XMP in HEIC',
      'image/heic',
      Uint8Array.from([...latin('\0\0\0\x18ftypheic'), ...latin(xmpSource('trainedAlgorithmicMedia'))]),
      /AI model/,
      'label',
    ],
  ] as const)('recognizes %s', (...[, mimeType, bytes, generator, kind]) => {
    const [sign] = readGeneratorMetadata(bytes, mimeType);
    expect(sign?.generator).toMatch(generator);
    expect(sign?.kind).toBe(kind);
  });

  it.each([
    ['an editor', pngOf(tEXt('Software', 'Adobe Photoshop 25.0'))],
    ['a caption that mentions a generator', pngOf(tEXt('Description', 'Not made with Midjourney'))],
    ['a prompt that is no graph', pngOf(tEXt('prompt', 'please rotate me'))],
    ['a comment with other JSON', pngOf(tEXt('Comment', '{"prompt":"yes","answer":1}'))],
    ['an AIGC label that only suspects', pngOf(tEXt('AIGC', '{"Label":"3"}'))],
    ['a quotation in a field called Dream', pngOf(tEXt('Dream', '"I have a dream" -s 1963'))],
    ['a camera source type', jpegOf(xmpSegment(xmpSource('digitalCapture')))],
    ['no metadata', jpegOf()],
    ['broken zTXt', pngOf([0, 0, 0, 12, ...latin('zTXt'), ...latin('prompt\0\0abcd'), 0, 0, 0, 0])],
  ])('finds nothing in %s', (_name, bytes) => {
    expect(readGeneratorMetadata(bytes, bytes[0] === 0x89 ? 'image/png' : 'image/jpeg')).toEqual([]);
  });

  it('does not inflate a bomb, and still reads what stands beside it', () => {
    const bomb = zTXt('prompt', Buffer.alloc(64 << 20));
    const before = process.memoryUsage().arrayBuffers;
    const signs = readGeneratorMetadata(pngOf(bomb, tEXt('parameters', a1111Parameters)), 'image/png');
    expect(signs).toHaveLength(1);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 << 20);
  });

  it('takes little time for texts made to slow down patterns', () => {
    const slow = [
      'Steps: 1,'.repeat(20_000),
      'Job ID: '.repeat(20_000),
      '{"a":'.repeat(20_000),
      '<'.repeat(200_000),
    ];
    const started = performance.now();
    for (const text of slow) readGeneratorMetadata(pngOf(tEXt('parameters', text)), 'image/png');
    readGeneratorMetadata(jpegOf(xmpSegment('<xmp:CreatorTool>'.repeat(3_000))), 'image/jpeg');
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe.skipIf(!existsSync(media))(
  'readGeneratorMetadata on real files (needs the media collection)',
  () => {
    it('recognizes every generator image, and none among photographs', () => {
      const signsIn = (folder: string, mimeType: string): number[] =>
        readdirSync(path.join(media, folder)).map(
          (name) => readGeneratorMetadata(readFileSync(path.join(media, folder, name)), mimeType).length,
        );
      expect(Math.min(...signsIn('synthetic', 'image/png'))).toBeGreaterThan(0);
      expect(Math.max(...signsIn('photos', 'image/jpeg'))).toBe(0);
    });
  },
);
