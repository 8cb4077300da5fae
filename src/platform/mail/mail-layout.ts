import { html, raw } from 'hono/html';
import { contrast, hexColour } from '#src/platform/colour/colour.ts';
import type { OutgoingMail } from './mail-queue.ts';

/** The content of a mail, apart from its looks. Plain text throughout. */
export interface MailContent {
  language: string;
  subject: string;
  title: string;
  greeting: string;
  paragraphs: readonly string[];
  /** Words of somebody else below the paragraphs, their lines kept. */
  quote?: string;
  button: { label: string; url: string; hint: string } | null;
  /** Under the button, smaller. An address in them becomes a link. */
  notes: readonly string[];
  footer: readonly string[];
}

/** What a mail looks like that a station sends: what it is called, and the colour of its first stream. */
interface MailBrand {
  name: string;
  /** `#rrggbb` */
  colour: string;
}

/** What a station sends: subject, text and HTML of it. */
export async function layOutMail(
  { name, streams }: { name: string; streams: readonly { colour: string }[] },
  content: MailContent,
): Promise<Pick<OutgoingMail, 'subject' | 'text' | 'html'>> {
  const brand = { name, colour: hexColour(streams[0]?.colour ?? '') };
  return { subject: content.subject, text: mailText(brand, content), html: await mailHtml(brand, content) };
}

/** As text, which every mail reader shows. It says everything that the HTML says. */
function mailText(brand: MailBrand, content: MailContent): string {
  const { title, greeting, paragraphs, quote, button, notes, footer } = content;
  return [
    brand.name,
    title,
    greeting,
    ...paragraphs,
    ...(quote === undefined ? [] : [quote.replace(/^/gm, '> ')]),
    ...(button === null ? [] : [`${button.label}\n${button.url}`]),
    ...notes,
    `-- \n${footer.join('\n')}`,
  ].join('\n\n');
}

/**
 * As HTML for mail readers: tables and inline styles, nothing fetched, nothing counted. Dark readers get the
 * dark palette by media query; those that invert colours themselves find grounds and inks that survive it.
 */
async function mailHtml(brand: MailBrand, content: MailContent): Promise<string> {
  const { language, subject, title, greeting, paragraphs, quote, button, notes, footer } = content;
  const onColour = readableOn(brand.colour);
  return String(
    await html`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${subject}</title>
<style>${raw(STYLE)}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#faf7f1;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0] ?? ''}${raw(PREVIEW_FILLER)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#faf7f1" style="background-color:#faf7f1">
<tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;border-collapse:separate">
<tr><td bgcolor="${brand.colour}" style="background-color:${brand.colour};border-radius:26px 26px 0 0;padding:26px 32px 0;overflow:hidden">
<p style="margin:0 0 18px;color:${onColour};font:800 26px/30px ${FONT};letter-spacing:-0.03em">${brand.name}</p>
<div class="card" style="height:18px;margin:0 -32px;background-color:#ffffff;border-radius:50% 50% 0 0/100% 100% 0 0;line-height:18px;font-size:1px">&nbsp;</div>
</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="background-color:#ffffff;border-radius:0 0 26px 26px;padding:14px 32px 32px">
<h1 class="ink" style="margin:0 0 20px;color:#14131a;font:750 24px/30px ${FONT};letter-spacing:-0.02em">${title}</h1>
${[greeting, ...paragraphs].map(
  (text) =>
    html`<p class="ink" style="margin:0 0 14px;color:#14131a;font:400 16px/25px ${FONT}">${text}</p>
`,
)}${quoteHtml(quote)}${buttonHtml(button)}${notes.map(
  (text) =>
    html`<p class="muted" style="margin:0 0 10px;color:#5f5b6b;font:400 14px/21px ${FONT}">${linked(text)}</p>
`,
)}</td></tr>
<tr><td style="padding:20px 32px 0">${footer.map(
      (text) =>
        html`
<p class="muted" style="margin:0 0 4px;color:#5f5b6b;font:400 13px/19px ${FONT};text-align:center">${text}</p>`,
    )}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`,
  );
}

/** Line breaks as elements: not every mail reader keeps them otherwise. */
function quoteHtml(quote: string | undefined) {
  if (quote === undefined) return '';
  const lines = quote.split('\n').map((line, index) => html`${index === 0 ? '' : html`<br>`}${line}`);
  return html`<blockquote class="ink" style="margin:0 0 14px;padding:2px 0 2px 16px;border-left:3px solid #a5a3b3;color:#14131a;font:400 16px/25px ${FONT};overflow-wrap:anywhere">${lines}</blockquote>
`;
}

function buttonHtml(button: MailContent['button']) {
  if (button === null) return html`<div style="height:10px"></div>`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 22px"><tr>
<td class="button" bgcolor="#14131a" style="background-color:#14131a;border-radius:26px">
<a class="button" href="${button.url}" style="display:inline-block;padding:14px 26px;border-radius:26px;background-color:#14131a;color:#ffffff;font:650 16px/24px ${FONT};text-decoration:none">${button.label}</a>
</td></tr></table>
<p class="muted" style="margin:0 0 16px;color:#5f5b6b;font:400 14px/21px ${FONT}">${button.hint}<br>
<a class="muted" href="${button.url}" style="color:#5f5b6b;word-break:break-all">${button.url}</a></p>
`;
}

/** Addresses in a text as links. */
function linked(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a class="muted" href="${part}" style="color:#5f5b6b">${part}</a>` : part,
    );
}

const FONT = "Onest,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Keeps a reader's preview line from running on into the body. */
const PREVIEW_FILLER = '&#8199;&#847; '.repeat(60);

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#0e0f16!important}
.card{background-color:#181a24!important}
.ink{color:#f4f1ea!important}
.muted{color:#a5a3b3!important}
.button{background-color:#f4f1ea!important;color:#14131a!important}
}`;

const INK = '#14131a';
const WHITE = '#ffffff';

/** Ink or white, whichever stands out more (WCAG 2.2). */
function readableOn(colour: string): string {
  return contrast(colour, INK) >= contrast(colour, WHITE) ? INK : WHITE;
}
