import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfDocument } from '../open-pdf.ts';
import type { Box, Matrix } from './geometry.ts';
import { initialState } from './graphics-state.ts';
import type { GlyphMark, PageDrawing, PaintMark } from './page-drawing.ts';
import type { PageWalk } from './page-walk.ts';
import { operators } from './walk-operators.ts';

/** Beyond these a page is a map or a drawing, of which no more is looked at. */
const maxGlyphs = 20_000;
const maxPaints = 4_000;
const everywhere: Box = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };

/** Tells which layers a document shows at first. */
interface Layers {
  isVisible(group: unknown): boolean;
  getGroup(id: string): { readonly name: string | null } | null;
}

/**
 * What a page draws where, its annotations too, in the order of drawing.
 * @returns null where it draws more than can be looked at
 */
export async function readPageDrawing(document: PdfDocument, number: number): Promise<PageDrawing | null> {
  // The declared type of the library leaves out how its layers are asked.
  const layers = (await document.getOptionalContentConfig({ intent: 'display' })) as unknown as Layers;
  const page = await document.getPage(number);
  try {
    const list = await page.getOperatorList();
    const { width, height, transform } = page.getViewport({ scale: 1 });
    const drawing = { glyphs: [] as GlyphMark[], paints: [] as PaintMark[] };
    const walk = startWalk(page, layers, { base: transform as unknown as Matrix, ...drawing });
    for (const [at, operator] of list.fnArray.entries()) {
      const args = (list.argsArray[at] ?? []) as readonly unknown[];
      operators.get(operator)?.(walk, args);
      if (drawing.glyphs.length > maxGlyphs || drawing.paints.length > maxPaints) return null;
    }
    const work = list.fnArray.length + drawing.glyphs.length;
    return { page: number, width, height, operators: work, ...drawing };
  } finally {
    page.cleanup();
  }
}

interface Start {
  readonly base: Matrix;
  readonly glyphs: GlyphMark[];
  readonly paints: PaintMark[];
}

function startWalk(page: PDFPageProxy, layers: Layers, { base, glyphs, paints }: Start): PageWalk {
  let order = 0;
  const initial = initialState(base, everywhere);
  return {
    state: initial,
    initial,
    saved: [],
    layers: [],
    maskDepth: 0,
    isClipping: false,
    isAnnotation: false,
    nextOrder: () => (order += 1),
    addGlyph: (mark) => glyphs.push(mark),
    addPaint: (mark) => paints.push(mark),
    fontOf: (name) => fontOf(page, name),
    hiddenLayer: (group) => hiddenLayer(layers, group),
  };
}

function fontOf(page: PDFPageProxy, name: string): ReturnType<PageWalk['fontOf']> {
  const fonts = page.commonObjs as { has(name: string): boolean; get(name: string): unknown };
  const font = fonts.has(name) ? (fonts.get(name) as Partial<Font> | null) : null;
  return { glyphScale: font?.fontMatrix?.[0] ?? 0.001, isVertical: font?.vertical ?? false };
}

interface Font {
  readonly fontMatrix: readonly number[];
  readonly vertical: boolean;
}

function hiddenLayer(layers: Layers, group: unknown): string | null {
  if (layers.isVisible(group)) return null;
  const { id } = group as { readonly id?: unknown };
  const name = typeof id === 'string' ? layers.getGroup(id)?.name : null;
  return name ?? 'unnamed';
}
