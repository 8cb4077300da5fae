import type { Language } from '#src/contract/languages.ts';

/** The failures that the front door answers itself; all others are the web process's. */
export const FAILURES = {
  stream_not_found: 404,
  session_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  address_full: 503,
  stream_full: 503,
  not_on_air: 503,
  unavailable: 503,
  two_hosts: 400,
} as const;
export type FailureCode = keyof typeof FAILURES;

/**
 * Texts of these failures. They are here and not in the catalogues, so that they are there when all else is
 * down.
 */
export const FAILURE_TEXTS: Record<FailureCode, Record<Language, string>> = {
  stream_not_found: {
    fr: 'Ce flux n’existe pas.',
    en: 'There is no such stream.',
    de: 'Diesen Stream gibt es nicht.',
    pl: 'Nie ma takiego kanału.',
    es: 'Este canal no existe.',
    it: 'Questo canale non esiste.',
    ru: 'Такой волны нет.',
    nl: 'Deze zender bestaat niet.',
  },
  session_not_found: {
    fr: 'Cette session d’écoute est inconnue.',
    en: 'This listening session is unknown.',
    de: 'Diese Hörsitzung ist nicht bekannt.',
    pl: 'Ta sesja słuchania jest nieznana.',
    es: 'Esta sesión de escucha es desconocida.',
    it: 'Questa sessione di ascolto è sconosciuta.',
    ru: 'Этот сеанс прослушивания неизвестен.',
    nl: 'Deze luistersessie is onbekend.',
  },
  not_found: {
    fr: 'Cette adresse n’existe pas.',
    en: 'There is nothing at this address.',
    de: 'Unter dieser Adresse gibt es nichts.',
    pl: 'Pod tym adresem nic nie ma.',
    es: 'No hay nada en esta dirección.',
    it: 'Non c’è nulla a questo indirizzo.',
    ru: 'По этому адресу ничего нет.',
    nl: 'Op dit adres is niets te vinden.',
  },
  method_not_allowed: {
    fr: 'Cette méthode n’est pas acceptée ici.',
    en: 'This method is not allowed here.',
    de: 'Diese Methode ist hier nicht erlaubt.',
    pl: 'Ta metoda nie jest tu dozwolona.',
    es: 'Este método no está permitido aquí.',
    it: 'Questo metodo non è consentito qui.',
    ru: 'Этот метод здесь не поддерживается.',
    nl: 'Deze methode is hier niet toegestaan.',
  },
  address_full: {
    fr: 'Trop d’auditeurs se connectent depuis cette adresse. Réessayez dans un instant.',
    en: 'Too many listeners come from this address. Try again in a moment.',
    de: 'Von dieser Adresse hören schon zu viele zu. Versuche es gleich noch einmal.',
    pl: 'Zbyt wielu słuchaczy łączy się z tego adresu. Spróbuj ponownie za chwilę.',
    es: 'Demasiados oyentes se conectan desde esta dirección. Vuelve a intentarlo en un momento.',
    it: 'Troppi ascoltatori si collegano da questo indirizzo. Riprova tra un momento.',
    ru: 'С этого адреса слушает слишком много человек. Попробуйте чуть позже.',
    nl: 'Er luisteren te veel mensen vanaf dit adres. Probeer het zo opnieuw.',
  },
  stream_full: {
    fr: 'Ce flux est complet. Réessayez dans un instant.',
    en: 'This stream is full. Try again in a moment.',
    de: 'Dieser Stream ist voll belegt. Versuche es gleich noch einmal.',
    pl: 'Na tym kanale nie ma już miejsca. Spróbuj ponownie za chwilę.',
    es: 'Este canal está completo. Vuelve a intentarlo en un momento.',
    it: 'Questo canale è al completo. Riprova tra un momento.',
    ru: 'На этой волне нет мест. Попробуйте чуть позже.',
    nl: 'Deze zender zit vol. Probeer het zo opnieuw.',
  },
  not_on_air: {
    fr: 'La radio n’est pas à l’antenne.',
    en: 'The radio is not on air.',
    de: 'Das Radio ist nicht auf Sendung.',
    pl: 'Radio nie nadaje.',
    es: 'La radio no está en antena.',
    it: 'La radio non è in onda.',
    ru: 'Радио не в эфире.',
    nl: 'De radio is niet in de lucht.',
  },
  unavailable: {
    fr: 'Le service est momentanément indisponible. Veuillez réessayer.',
    en: 'The service is unavailable at the moment. Please try again.',
    de: 'Der Dienst ist gerade nicht erreichbar. Bitte versuche es noch einmal.',
    pl: 'Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
    es: 'El servicio no está disponible en este momento. Vuelve a intentarlo.',
    it: 'Il servizio non è disponibile al momento. Riprova.',
    ru: 'Сервис сейчас недоступен. Попробуйте ещё раз.',
    nl: 'De dienst is even niet bereikbaar. Probeer het opnieuw.',
  },
  two_hosts: {
    fr: 'La requête nomme plus d’un hôte.',
    en: 'The request names more than one host.',
    de: 'Die Anfrage nennt mehr als einen Host.',
    pl: 'Żądanie podaje więcej niż jeden host.',
    es: 'La petición indica más de un host.',
    it: 'La richiesta indica più di un host.',
    ru: 'В запросе указано больше одного хоста.',
    nl: 'Het verzoek noemt meer dan één host.',
  },
};
