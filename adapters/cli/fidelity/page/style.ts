/** The colors of both pages and pictures, light and dark. A mark has its shape besides its color. */
const colors = `:root,svg{--bg:#ffffff;--text:#1b1d20;--dim:#5a5f67;--line:#d9d9d4;--band:#b9d3f3;--middle:#1669a6;--seen:#1b1d20;--off:#b3261e}
@media(prefers-color-scheme:dark){:root,svg{--bg:#16191d;--text:#e4e6e9;--dim:#a0a6b0;--line:#31363e;--band:#27476b;--middle:#62b0ee;--seen:#ffffff;--off:#ff8a80}}`;

/** The style of a plot, which stands by itself, too. */
const plotStyle = `${colors}
text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:var(--text)}
text.dim{fill:var(--dim);font-size:11px}text.off{fill:var(--off)}
line.axis{stroke:var(--line)}line.middle{stroke:var(--middle);stroke-width:2.5}line.interval{stroke:var(--seen);stroke-width:1.5}
rect.band{fill:var(--band)}
.seen{fill:var(--seen);stroke:var(--bg)}.seen.outside{fill:var(--bg);stroke:var(--off);stroke-width:2}`;

/** A picture that stands by itself has its own ground. */
export const standaloneStyle = `${plotStyle}svg{background:var(--bg)}`;

export const pageStyle = `${plotStyle}
:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0 auto;max-width:1240px;padding:24px 16px;background:var(--bg);color:var(--text);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
h1{font-size:22px;margin:0 0 8px}h2{font-size:17px;margin:32px 0 8px;padding-top:8px;border-top:1px solid var(--line)}
p{max-width:76ch;margin:8px 0}.dim{color:var(--dim)}
table{border-collapse:collapse;margin:12px 0}th,td{padding:3px 12px 3px 0;text-align:right;border-bottom:1px solid var(--line);font-weight:400}
th{color:var(--dim)}th:first-child,td:first-child{text-align:left}
.scroll{overflow-x:auto}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,380px),1fr));gap:12px}
figure{margin:0;padding:10px 12px;border:1px solid var(--line);border-radius:6px;min-width:0}
figcaption{margin-bottom:6px}figure p{margin:4px 0;font-size:13px}figure svg{display:block;max-width:100%;height:auto}
figure ul{margin:4px 0;padding-left:18px;font-size:13px}.off{color:var(--off)}
.key{display:flex;flex-wrap:wrap;gap:20px;align-items:center}
a{color:var(--middle)}`;
