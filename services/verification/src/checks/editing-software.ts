const EDITORS =
  /photoshop|lightroom|gimp|affinity|pixelmator|snapseed|picsart|paint\.?net|paint shop|corel|capture one|darktable|rawtherapee|acdsee|irfanview|xnview|picasa|canva|facetune|luminar|imagemagick|photoscape|fotor|polarr|vsco|digikam|windows photo|photos \d|aperture|acorn|krita|graphicconverter/i;

/** True when a software field names a program that people edit or convert pictures with. Innocent by itself. */
export function namesEditor(software: string | null): boolean {
  return software !== null && EDITORS.test(software);
}
