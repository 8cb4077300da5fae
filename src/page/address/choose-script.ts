/** The data of the page at an address without a language. */
export interface Choice {
  readonly languages: readonly string[];
  readonly streams: readonly string[];
  readonly defaultLanguage: string;
  readonly defaultStream: string;
  /** The rest of the address after language and stream, without a slash before it. */
  readonly rest: string;
  readonly withStream: boolean;
}

/** The part of `window` that decides. */
export interface ChoosingPage {
  readonly localStorage: Pick<Storage, 'getItem'>;
  readonly navigator: { readonly languages: readonly string[] };
}

/**
 * The address to go on to, by what the browser has stored [A8]: language of the sign-in's return, else the
 * stored one, else the browser's; for a member the favourite stream, else that of the sign-in's return. Runs as inline
 * text: it may use nothing but its arguments, and holds no comments.
 */
export function chooseAddress(page: ChoosingPage, choice: Choice): string {
  const read = (key: string): string | null => {
    try {
      return page.localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const favorite = (): unknown => {
    try {
      return read('authToken') && JSON.parse(read('user') ?? '{}').favoriteStreamId;
    } catch {
      return null;
    }
  };
  const first = (known: readonly string[], wishes: readonly unknown[], otherwise: string): string =>
    known.find((value) => value === wishes.find((wish) => known.some((other) => other === wish))) ??
    otherwise;
  const spoken = page.navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  const stored = [read('auth_return_lang'), read('language')];
  const path = [first(choice.languages, [...stored, ...spoken], choice.defaultLanguage)];
  if (choice.withStream) {
    path.push(first(choice.streams, [favorite(), read('auth_return_stream')], choice.defaultStream));
  }
  if (choice.rest) path.push(choice.rest);
  return `/${path.join('/')}`;
}
