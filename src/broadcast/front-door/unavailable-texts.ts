import type { Language } from '#src/contract/languages.ts';

export interface UnavailableTexts {
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
    text: 'La musique continue, mais les pages du site reviennent tout juste. En attendant, écoutez.',
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
