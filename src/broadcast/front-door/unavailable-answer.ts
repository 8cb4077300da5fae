import { createHash } from 'node:crypto';
import { answer, answerFailure } from '#src/broadcast/http/answer.ts';
import { type Exchange, languageOf } from '#src/broadcast/http/exchange.ts';
import { streamPath } from '#src/broadcast/stream-list/stream-documents.ts';
import { escapeXml } from '#src/contract/escape-xml.ts';
import { isLanguage, type Language } from '#src/contract/languages.ts';
import type { StationConfig, StreamConfig } from '#src/station/config/station-config.ts';

const RETRY_AFTER_SECONDS = '5';
const EMBED_PATH = /^\/embed\/([^/]+)$/;

/**
 * Answers while no web process does: a page to listen from for people, a wire failure for programs [R105].
 */
export function unavailableAnswer(options: {
  config: () => Pick<StationConfig, 'streams'>;
  mediaBaseUrl: string;
}): (exchange: Exchange) => void {
  const { config, mediaBaseUrl } = options;
  return (exchange) => {
    const { request, path } = exchange;
    const headers = { 'Retry-After': RETRY_AFTER_SECONDS, Connection: 'close' };
    const isForPeople = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!isForPeople) {
      answerFailure(exchange, 'unavailable', headers);
      return;
    }
    const language = pageLanguage(exchange);
    const { streams } = config();
    const embedded = EMBED_PATH.exec(path)?.[1];
    const { html, policy } = unavailablePage({
      language,
      streams: streams.filter(({ id }) => embedded === undefined || id === embedded),
      mediaBaseUrl,
      isFramed: embedded !== undefined,
    });
    const head = {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
    };
    answer(exchange, 503, head, html);
  };
}

/** Returns the language of the page's address: a reader may not have set it in the browser. */
function pageLanguage({ path, query, request }: Exchange): Language {
  const [, first = ''] = path.split('/');
  if (isLanguage(first)) return first;
  const wanted = query.get('lang') ?? '';
  return isLanguage(wanted) ? wanted : languageOf(request);
}

const ASK_EVERY_MS = 5_000;

const STYLE = `:root{color-scheme:light dark}body{box-sizing:border-box;margin:0;min-height:100vh;display:grid;place-items:center;background:#faf7f1;color:#14131a;font:17px/1.5 system-ui,sans-serif}main{box-sizing:border-box;width:100%;max-width:30rem;padding:2rem 1rem}h1{font-size:2.2rem;line-height:1.1;letter-spacing:-.03em;margin:0 0 1rem}p{margin:0 0 .75rem}a{display:inline-block;padding:10px 0;color:inherit}ul{margin:1.5rem 0 0;padding:0;list-style:none}li{margin:0 0 1rem}audio{display:block;width:100%;margin-top:4px}@media (max-height:240px){body{place-items:start}main{display:flex;flex-direction:column;padding:10px 12px}h1{display:none}ul{order:-1;margin:0}}@media (prefers-color-scheme:dark){body{background:#0e0f16;color:#f4f1ea}}`;

/**
 * Asks for the page until it is there, and goes to it; while a stream is heard it only says that it is, and goes when
 * the sound stops. One stream sounds at a time, and one that is stopped lets go of its connection, so that it begins
 * live again. Without scripts nothing reloads by itself: that would cut the sound.
 */
const SCRIPT = `(()=>{
const sounds=[...document.querySelectorAll('audio')],note=document.querySelector('[role=status]');
let isBack=false;
const go=()=>{if(!isBack)return;if(sounds.some(one=>!one.paused&&!one.error))note.textContent=note.dataset.back;else location.reload()};
const ask=()=>fetch('',{method:'HEAD',cache:'no-store'}).then(({status})=>{isBack=status!==503},()=>{}).then(()=>isBack?go():setTimeout(ask,${ASK_EVERY_MS}));
addEventListener('play',({target})=>sounds.forEach(one=>one===target||one.pause()),true);
addEventListener('pause',({target})=>{target.load();go()},true);
addEventListener('error',go,true);
note.hidden=false;
setTimeout(ask,${ASK_EVERY_MS});
})()`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const STYLE_HASH = hashOf(STYLE);
const SCRIPT_HASH = hashOf(SCRIPT);

interface UnavailablePage {
  language: Language;
  /** The streams that the page plays. */
  streams: readonly Pick<StreamConfig, 'id' | 'name'>[];
  /** Where the streams come from; empty for this server. */
  mediaBaseUrl: string;
  /** Whether other sites may frame it, as they may the page that it stands for. */
  isFramed: boolean;
}

/**
 * Writes the page that a reader sees while no web process answers: that it comes back, and the streams to
 * listen to.
 */
function unavailablePage(page: UnavailablePage): { html: string; policy: string } {
  const { language, streams, mediaBaseUrl, isFramed } = page;
  const { title, text, reloads, back, action } = UNAVAILABLE_TEXTS[language];
  const players = streams.map(({ id, name }) => {
    const [label, address] = [escapeXml(name), escapeXml(mediaBaseUrl + streamPath(id))];
    return `<li>${label}<audio controls preload="none" src="${address}" aria-label="${label}"></audio></li>`;
  });
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p><p role="status" data-back="${back}" hidden>${reloads}</p><a href="">${action}</a>
<ul>
${players.join('\n')}
</ul></main>
<script>${SCRIPT}</script></body>
</html>
`;
  const sound = mediaBaseUrl === '' ? "'self'" : new URL(mediaBaseUrl).origin;
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `script-src ${SCRIPT_HASH}`,
    "connect-src 'self'",
    `media-src ${sound}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isFramed ? '*' : "'none'"}`,
  ];
  return { html, policy: policy.join('; ') };
}

interface UnavailableTexts {
  title: string;
  text: string;
  /** Says that the page reloads by itself; shown only where scripts run. */
  reloads: string;
  /** Says that the page is back, while a stream is heard. */
  back: string;
  action: string;
}

/** The texts that a reader sees while the pages are away. Broadcast carries no catalogues. */
export const UNAVAILABLE_TEXTS: Readonly<Record<Language, UnavailableTexts>> = {
  fr: {
    title: 'Un instant',
    text: 'La musique continue, et les pages du site vont revenir d’un instant à l’autre. En attendant, écoutez.',
    reloads: 'Celle-ci se recharge d’elle-même, sans couper le son.',
    back: 'Les pages sont revenues. Celle-ci se rechargera quand vous arrêterez le son.',
    action: 'Recharger maintenant',
  },
  en: {
    title: 'One moment',
    text: 'The music plays on, but the pages are only just coming back. Listen in the meantime.',
    reloads: 'This one reloads by itself, without cutting off the sound.',
    back: 'The pages are back. This one will reload when you stop the sound.',
    action: 'Reload now',
  },
  de: {
    title: 'Einen Moment',
    text: 'Die Musik läuft weiter, nur die Seiten kommen gerade erst zurück. Hör inzwischen einfach zu.',
    reloads: 'Diese hier lädt sich von selbst neu, ohne den Ton zu unterbrechen.',
    back: 'Die Seiten sind wieder da. Diese hier lädt neu, sobald du den Ton anhältst.',
    action: 'Jetzt neu laden',
  },
  pl: {
    title: 'Chwileczkę',
    text: 'Muzyka gra dalej, a strony właśnie wracają. Tymczasem posłuchaj.',
    reloads: 'Ta odświeży się sama, nie przerywając dźwięku.',
    back: 'Strony już wróciły. Ta odświeży się, gdy zatrzymasz dźwięk.',
    action: 'Odśwież teraz',
  },
  es: {
    title: 'Un momento',
    text: 'La música sigue sonando; las páginas están a punto de volver. Mientras tanto, escucha.',
    reloads: 'Esta se recarga sola, sin cortar el sonido.',
    back: 'Las páginas han vuelto. Esta se recargará cuando detengas el sonido.',
    action: 'Recargar ahora',
  },
  it: {
    title: 'Un attimo',
    text: 'La musica continua; le pagine stanno per tornare. Intanto, ascolta.',
    reloads: 'Questa si ricarica da sola, senza interrompere il suono.',
    back: 'Le pagine sono tornate. Questa si ricaricherà quando fermerai il suono.',
    action: 'Ricarica ora',
  },
  ru: {
    title: 'Минутку',
    text: 'Музыка играет дальше, а страницы сайта вот-вот вернутся. А пока послушайте.',
    reloads: 'Эта обновится сама, не прерывая звук.',
    back: 'Страницы вернулись. Эта обновится, когда вы остановите звук.',
    action: 'Обновить сейчас',
  },
  nl: {
    title: 'Een ogenblik',
    text: 'De muziek speelt door, de pagina’s komen zo weer terug. Luister intussen gerust.',
    reloads: 'Deze wordt vanzelf opnieuw geladen, zonder het geluid te onderbreken.',
    back: 'De pagina’s zijn er weer. Deze wordt opnieuw geladen zodra je het geluid stopt.',
    action: 'Nu opnieuw laden',
  },
};
