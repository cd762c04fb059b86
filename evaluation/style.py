"""The style sheet of the report: paper and airmail colours, light and dark."""

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf6; --card: #ffffff; --ink: #1c2530; --soft: #5d6875; --line: #dcdfe3;
  --above: #1f5fae; --below: #c2412d; --open: #8a94a0; --on: #ffffff; --red: #c8342b; --blue: #24579e; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --card: #1c2229; --ink: #e6e9ed; --soft: #9aa5b1;
  --line: #333c46; --above: #6ea6f0; --below: #f0826f; --open: #7d8894; --on: #10151b; --red: #d2574c;
  --blue: #4a7fc4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 1280px; margin: 0 auto; padding: 0 16px 64px; }
.stripes { height: 12px; margin-bottom: 32px; background: repeating-linear-gradient(120deg, var(--red) 0 22px,
  var(--paper) 22px 34px, var(--blue) 34px 56px, var(--paper) 56px 68px); }
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0; letter-spacing: -0.015em; }
h2 { font-size: 1.2rem; margin: 0 0 8px; }
.lead { font-size: 1.1rem; color: var(--soft); margin: 6px 0 20px; }
.note { color: var(--soft); margin: 0 0 14px; max-width: 80ch; }
.warning { border-left: 4px solid var(--below); padding: 8px 14px; background: var(--card); margin: 14px 0 0; }
.cards { display: flex; flex-wrap: wrap; gap: 12px; }
.cards div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 18px; }
.cards b { display: block; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.cards span { color: var(--soft); font-size: 0.88rem; }
section { margin-top: 40px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.85rem; background: var(--card); border: 1px solid var(--line); }
th, td { padding: 6px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: middle; }
thead th { color: var(--soft); font-weight: 600; font-size: 0.84rem; white-space: nowrap; }
tbody th { font-weight: 600; white-space: nowrap; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
table.plain { width: 100%; } table.plain th { width: 30%; font-weight: 500; color: var(--soft); white-space: normal; }
table.plain td { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: 0.85rem;
  overflow-wrap: anywhere; }
.tag { display: inline-block; border-radius: 999px; padding: 1px 10px; font-size: 0.82rem; white-space: nowrap;
  border: 1px solid currentColor; }
.tag.above { color: var(--above); } .tag.below { color: var(--below); } .tag.open { color: var(--soft); }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 18px; overflow-x: auto;
  font: 0.9rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; user-select: all; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(232px, 1fr)); gap: 14px; }
.panels.large { grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 10px; }
figcaption { font-size: 0.86rem; font-weight: 600; margin: 0 4px 4px; overflow-wrap: anywhere; }
figure svg { width: 100%; height: auto; }
svg { display: block; font-size: 13px; }
svg text { fill: var(--ink); }
svg .strong { font-weight: 600; } svg .small { font-size: 11.5px; fill: var(--soft); }
svg .figure { font-size: 16px; font-weight: 650; } svg .on { fill: var(--on); }
svg .cell { fill: var(--card); stroke: var(--line); }
svg rect.above { fill: var(--above); } svg rect.below { fill: var(--below); } svg rect.open { fill: none; }
svg .grid { stroke: var(--line); } svg .axis { stroke: var(--line); stroke-width: 2; }
svg .baseline { stroke: var(--soft); stroke-width: 1.2; stroke-dasharray: 4 3; }
svg .interval { stroke: var(--above); stroke-width: 3; stroke-linecap: round; opacity: 0.55; }
svg .band { fill: var(--above); opacity: 0.18; } svg .curve { fill: none; stroke: var(--above); stroke-width: 2; }
svg .dot { fill: var(--above); }
svg .mark.below .interval { stroke: var(--below); } svg .mark.below .dot { fill: var(--below); }
svg .mark.open .interval { stroke: var(--open); } svg .mark.open .dot { fill: var(--open); }
.panels + *, li { margin-top: 4px; }
@media print { main { max-width: none; } section { break-inside: avoid; } }
"""
