import type { Language } from '#src/contract/languages.ts';

export interface UnavailableTexts {
  title: string;
  text: string;
  action: string;
}

/** The texts that a reader sees while the pages are away. Broadcast carries no catalogues. */
export const UNAVAILABLE_TEXTS: Readonly<Record<Language, UnavailableTexts>> = {
  fr: {
    title: 'Un instant',
    text: 'La musique continue, mais les pages du site reviennent tout juste. Celle-ci se recharge d’elle-même.',
    action: 'Recharger maintenant',
  },
  en: {
    title: 'One moment',
    text: 'The music plays on, but the pages are only just coming back. This one reloads by itself.',
    action: 'Reload now',
  },
  de: {
    title: 'Einen Moment',
    text: 'Die Musik läuft weiter, nur die Seiten kommen gerade erst zurück. Diese hier lädt sich von selbst neu.',
    action: 'Jetzt neu laden',
  },
  pl: {
    title: 'Chwileczkę',
    text: 'Muzyka gra dalej, a strony właśnie wracają. Ta odświeży się sama.',
    action: 'Odśwież teraz',
  },
  es: {
    title: 'Un momento',
    text: 'La música sigue sonando; las páginas están a punto de volver. Esta se recarga sola.',
    action: 'Recargar ahora',
  },
  it: {
    title: 'Un attimo',
    text: 'La musica continua; le pagine stanno per tornare. Questa si ricarica da sola.',
    action: 'Ricarica ora',
  },
  ru: {
    title: 'Минутку',
    text: 'Музыка играет дальше, а страницы сайта вот-вот вернутся. Эта обновится сама.',
    action: 'Обновить сейчас',
  },
  nl: {
    title: 'Een ogenblik',
    text: 'De muziek speelt door, de pagina’s komen zo weer terug. Deze wordt vanzelf opnieuw geladen.',
    action: 'Nu opnieuw laden',
  },
};
