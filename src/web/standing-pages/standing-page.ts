import { escapeXml } from '#src/contract/escape-xml.ts';
import { streamStyle } from '#src/page/on-air/stream-colour.ts';
import { themeScript } from '#src/page/theme/theme.ts';
import type { StationConfig, StreamConfig } from '#src/station/config/station-config.ts';
import { inlineHashes } from '#src/web/security/inline-hashes.ts';
import { type OutsideOrigins, pagePolicy } from '#src/web/security/security-headers.ts';

/** A page that needs nothing of the build: it stands when the others cannot be drawn, or not be fetched. */
export interface StandingPage {
  readonly language: string;
  readonly title: string;
  /** Markup below the station's name. */
  readonly head: string;
  readonly main: string;
  /** Run in this order after what stands in the page. */
  readonly scripts: readonly string[];
}

export interface StandingFrame {
  readonly station: StationConfig;
  /** The `@font-face` rules of the site; empty where they are not known. */
  readonly fontFaces: string;
  readonly outside: OutsideOrigins;
  readonly isSecure: boolean;
}

const WAVE = 'M2 12c4-14 8-14 12 0s8 14 12 0 8-14 12 0';
export const WAVE_SIGN = `<svg viewBox="0 0 40 24" aria-hidden="true"><path d="${WAVE}"/></svg>`;

/** The document, with the policy that lets its own scripts and styles run, and nothing else [W78]. */
export function standingDocument(
  page: StandingPage,
  { station, fontFaces, outside, isSecure }: StandingFrame,
): { body: string; policy: string } {
  const theme = themeScript();
  const style = fontFaces + STANDING_STYLE;
  const scripts = page.scripts.map((script) => `<script>${script}</script>`).join('\n');
  const body = `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeXml(page.title)}</title>
<script>${theme}</script>
<style>${style}</style>
</head>
<body${colours(station.streams[0])}>
<header>
<a class="name" href="/">${WAVE_SIGN}${escapeXml(station.name)}</a>
${page.head}
<svg class="swell" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true"><path d="M0 65C180 5 300 125 480 70S780 10 960 70S1260 125 1440 65V120H0Z"/></svg>
</header>
<main>
${page.main}
</main>
${scripts}
</body>
</html>
`;
  const inline = { scripts: [theme, ...page.scripts], styles: [style] };
  const policy = pagePolicy(inlineHashes({ body, inline }), outside, { framedByAnyone: false, isSecure });
  return { body, policy };
}

/** An attribute that gives an element the stream's colours. */
export function colours(stream: StreamConfig | undefined): string {
  if (stream === undefined) return '';
  const { '--stream': ground, '--on-stream': ink } = streamStyle(stream.colour);
  return ` style="--stream:${ground};--on-stream:${ink}"`;
}

/** The looks of a page that stands by itself, in the measures of `src/ui/styles/tokens.css`. */
const STANDING_STYLE = `
:root{color-scheme:light;--bg:light-dark(#faf7f1,#0e0f16);--surface:light-dark(#fff,#181a24);--ink:light-dark(#14131a,#f4f1ea);--muted:light-dark(#5f5b6b,#a5a3b3);--line:light-dark(#e7e1d6,#292b38)}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box;margin:0}
body{min-height:100dvh;background:var(--bg);color:var(--ink);font:400 16px/1.5 "Onest Variable",Arial,sans-serif;overflow-wrap:break-word}
h1,h2,.name{font-family:"Unbounded Variable","Arial Black",sans-serif}
header{position:relative;padding:24px max(20px,calc((100vw - 1120px)/2)) 112px;background:linear-gradient(100deg,color-mix(in oklab,var(--stream) 34%,var(--bg)),color-mix(in oklab,var(--stream) 12%,var(--bg)) 70%)}
.swell{position:absolute;inset:auto 0 -1px;width:100%;height:64px;fill:var(--bg)}
.name{display:inline-flex;align-items:center;gap:10px;min-height:44px;color:inherit;font-weight:800;font-size:20px;text-decoration:none}
.name svg{width:40px;height:24px;fill:none;stroke:currentColor;stroke-width:4.4;stroke-linecap:round;stroke-linejoin:round}
h1{margin-top:44px;max-width:20ch;font-weight:800;font-size:clamp(30px,4.8vw,60px);line-height:1.08;letter-spacing:-.035em;text-wrap:balance}
.lead{max-width:56ch;margin-top:16px;font-size:18px;color:color-mix(in oklab,var(--ink) 82%,var(--bg))}
.actions{display:flex;flex-wrap:wrap;align-items:center;gap:12px;margin-top:24px}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:56px;padding:8px 26px;border:1.5px solid var(--ink);border-radius:999px;background:var(--ink);color:var(--bg);font:650 17px/1.25 "Onest Variable",Arial,sans-serif;text-decoration:none;cursor:pointer}
.button.ghost{border-color:color-mix(in oklab,var(--ink) 45%,transparent);background:none;color:var(--ink)}
[role=status]{min-height:24px}
main{padding:12px max(20px,calc((100vw - 1120px)/2)) 44px}
h2{font-weight:750;font-size:22px}
.note{margin-top:4px;min-height:24px;color:var(--muted)}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,420px),1fr));gap:0 32px;margin-top:12px;padding:0;list-style:none}
li{display:flex;align-items:center;gap:16px;min-height:76px;padding:10px 0;border-bottom:1px solid var(--line)}
li div{min-width:0}
li b{display:block;font-weight:650}
li p{color:var(--muted);text-align:left;unicode-bidi:plaintext}
.disc,.play{flex:none;display:grid;place-items:center;width:52px;height:52px;border:0;border-radius:16px;background:var(--stream);color:var(--on-stream)}
.play{border-radius:999px;cursor:pointer}
.disc svg{width:30px;height:18px;fill:none;stroke:currentColor;stroke-width:5;stroke-linecap:round}
.play svg{width:24px;height:24px;fill:currentColor}
.play .pause,.play[aria-pressed=true] .go{display:none}
.play[aria-pressed=true] .pause{display:block}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
@media (prefers-contrast:more){:root{--muted:light-dark(#43404c,#cfcdd8);--line:light-dark(#726e7b,#95939f)}.lead{color:var(--ink)}}
@media (forced-colors:active){.button,.play,.disc{border:1px solid ButtonText}}
`.trim();
