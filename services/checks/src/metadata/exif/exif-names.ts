const editors =
  /photoshop|lightroom|gimp|affinity|pixelmator|snapseed|picsart|paint\.?net|paint shop|corel|capture one|darktable|rawtherapee|acdsee|irfanview|xnview|picasa|canva|facetune|luminar|imagemagick|photoscape|fotor|polarr|vsco|digikam|windows photo|photos \d|aperture|acorn|krita|graphicconverter|gd-jpeg|jpegmini|lead technologies|inkscape|illustrator|indesign|adobe express|figma|meitu|prisma|remini|on1 |dxo|exposure x|skylum|silkypix|photo ?director|photo mechanic|adobe bridge|acd systems|digital photo professional/i;

/** True when a software field names a program that people edit or convert pictures with. Innocent by itself. */
export function namesEditor(software: string | null): boolean {
  return software !== null && editors.test(software);
}
