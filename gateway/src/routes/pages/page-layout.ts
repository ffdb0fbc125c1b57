/** A page for people around content that is HTML already. */
export function pageWith(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Assay</title>
<link rel="stylesheet" href="/v2/pages/page.css">
</head>
<body>
<main>
<p class="mast">Assay</p>
<div class="sheet"><section>${content}</section></div>
</main>
</body>
</html>
`;
}
