import { streamStyle } from '#src/page/on-air/stream-colour.ts';
import { themeScript } from '#src/page/theme/theme.ts';
import type { StationConfig, StreamConfig } from '#src/station/config/station-config.ts';
import { type OutsideOrigins, pagePolicy } from '#src/web/security/content-security-policy.ts';
import { inlineHashes } from '#src/web/security/inline-hashes.ts';
import { STANDING_STYLE } from './standing-style.ts';

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
<title>${escapeHtml(page.title)}</title>
<script>${theme}</script>
<style>${style}</style>
</head>
<body${colours(station.streams[0])}>
<header>
<a class="name" href="/">${WAVE_SIGN}${escapeHtml(station.name)}</a>
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

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
