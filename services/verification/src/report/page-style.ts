import { verdictColours } from './verdict-colours.ts';

const onPaper = Object.entries(verdictColours)
  .map(([verdict, colour]) => `--${verdict}:${colour}`)
  .join(';');

/** The style of the report page: light and dark, wide and narrow, screen and paper. No fonts or files are fetched. */
export const pageStyle = `
:root{color-scheme:light dark;
--paper:#fff;--ground:#f3f4f6;--ink:#14181f;--soft:#4d5766;--line:#dde1e7;--sunk:#f6f7f9;--bar:#e3e7ec;
${onPaper};
--wash:8%;--for:#3c5470}
@media (prefers-color-scheme:dark){:root{
--paper:#171b21;--ground:#0e1115;--ink:#e9edf2;--soft:#a8b2bf;--line:#2c333d;--sunk:#1e242c;--bar:#303844;
--authentic:#5fd39d;--manipulated:#ff8f85;--synthetic:#c6a2f5;--inconclusive:#f0b65b;--unverified:#a3bddb;--wash:14%}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1,h2,h3,p,ul,dl,figure{margin:0}
.mast{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;color:var(--soft);font-size:.875rem;padding:0 .25rem .75rem}
.mast b{color:var(--ink);letter-spacing:.01em}
.sheet{background:var(--paper);border:1px solid var(--line);border-radius:14px;overflow:hidden}
.hero{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr)}
.hero.alone{grid-template-columns:1fr}
.subject{background:var(--sunk);display:flex;flex-direction:column;justify-content:center}
.subject img{display:block;width:100%;height:auto;max-height:27rem;object-fit:contain}
.ruling{padding:1.75rem;display:flex;flex-direction:column;gap:.9rem;justify-content:center;
background:color-mix(in srgb,var(--tone) var(--wash),var(--paper))}
.kicker{font-size:.8125rem;color:var(--soft)}
.verdict{display:flex;align-items:center;gap:.7rem;color:var(--tone);font-size:2.125rem;line-height:1.1;font-weight:700;letter-spacing:-.015em}
.verdict svg{width:2.25rem;height:2.25rem;flex:none}
.meaning{font-size:1.0625rem}
.meter{height:.5rem;border-radius:1rem;background:var(--bar);overflow:hidden}
.meter i{display:block;height:100%;border-radius:1rem;background:var(--tone)}
.note{font-size:.875rem;color:var(--soft)}
.name{font-size:.875rem;overflow-wrap:anywhere}
section{padding:1.75rem;border-top:1px solid var(--line)}
h2{font-size:1.1875rem;line-height:1.3;margin-bottom:.9rem;letter-spacing:-.005em}
.lead{font-size:1.0625rem;max-width:46rem}
.card{border:1px solid var(--line);border-left:4px solid var(--edge);border-radius:10px;padding:1.1rem 1.25rem;margin-top:.9rem;break-inside:avoid}
.card h3{font-size:1.0625rem;line-height:1.4;font-weight:600}
.tags{display:flex;flex-wrap:wrap;gap:.35rem .6rem;align-items:center;margin-bottom:.5rem;font-size:.8125rem;color:var(--soft)}
.chip{border:1px solid var(--edge);color:var(--edge);border-radius:1rem;padding:.05rem .6rem;font-weight:600}
.slight{font-size:.875rem;font-weight:500;color:var(--soft);margin:1.1rem 0 .6rem}
h2+.slight{margin-top:0}
.card .note{margin-top:.4rem}.lead+.note{margin-top:.6rem}
.card .rows{margin-top:.75rem}
.shots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:.9rem;margin-top:.9rem;align-items:start}
.shots img{display:block;width:100%;height:auto;border-radius:8px;background:#0b0d10}
figcaption{font-size:.8125rem;line-height:1.45;color:var(--soft);padding-top:.4rem}
details{margin-top:.7rem;font-size:.875rem;color:var(--soft)}
summary{cursor:pointer;color:var(--ink);font-weight:500}
summary:focus-visible{outline:2px solid var(--tone);outline-offset:2px;border-radius:3px}
details ul{margin-top:.35rem}
ul{padding-left:1.15rem}
li+li{margin-top:.35rem}
.scores{display:grid;grid-template-columns:minmax(9rem,17rem) 1fr 3rem;gap:.65rem 1rem;align-items:center;margin-top:1rem}
.scores dt{font-size:.9375rem}
.scores dd{margin:0}
.track{position:relative;height:.6rem;border-radius:1rem;background:var(--bar);overflow:hidden}
.track i{position:absolute;inset:0 auto 0 0;border-radius:1rem}
.scores .silent{grid-column:2/-1;color:var(--soft);font-size:.9375rem}
.value{font-variant-numeric:tabular-nums;text-align:right;font-size:.9375rem}
.rows{display:grid;grid-template-columns:minmax(7rem,12rem) 1fr;gap:.5rem 1.25rem;font-size:.9375rem}
.rows dt{color:var(--soft)}
.rows dd{margin:0;overflow-wrap:anywhere}
code{font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.scroll{overflow-x:auto;margin-top:.9rem}
table{border-collapse:collapse;width:100%;font-size:.8125rem}
th,td{text-align:left;padding:.4rem .9rem .4rem 0;border-top:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:500;border-top:0}
td.wide{min-width:14rem}
footer{padding:1rem .25rem 0;font-size:.8125rem;color:var(--soft)}
.tone-authentic{--tone:var(--authentic)}.tone-manipulated{--tone:var(--manipulated)}.tone-synthetic{--tone:var(--synthetic)}
.tone-inconclusive{--tone:var(--inconclusive)}.tone-unverified{--tone:var(--unverified)}
.good{--edge:var(--authentic)}.bad{--edge:var(--manipulated)}.made{--edge:var(--synthetic)}
@media (max-width:43rem){main{padding:.75rem .5rem 2rem}.hero{grid-template-columns:1fr}.subject img{max-height:19rem}
.ruling,section{padding:1.25rem}.verdict{font-size:1.75rem}.scores{grid-template-columns:1fr 3rem}.scores .silent{grid-column:1/-1}.scores .bar{grid-row:span 1;grid-column:1/2}
.scores dt{grid-column:1/-1;margin-bottom:-.45rem}.rows{grid-template-columns:1fr;gap:.1rem}.rows dd{margin-bottom:.5rem}}
@page{margin:14mm}
@media print{:root{--paper:#fff;--ground:#fff;--ink:#000;--soft:#3d4653;--line:#c9ced6;--sunk:#fff;--bar:#dde1e7;
${onPaper}}
body{font-size:10.5pt}main{max-width:none;padding:0}.sheet{border:0;border-radius:0}section{padding:1rem 0;break-inside:auto}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}details::details-content{content-visibility:visible;block-size:auto}
h2{break-after:avoid}.subject img{max-height:9cm}.shots img{width:auto;max-width:100%;max-height:11cm}
td.wide{min-width:0}.scroll{overflow:visible}code{overflow-wrap:anywhere}footer{break-inside:avoid}}
`;
