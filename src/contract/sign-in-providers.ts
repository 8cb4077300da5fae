/** Where somebody may sign in besides here [A38], by the word that stands in addresses and on the wire. */
export const SIGN_IN_PROVIDERS = ['google', 'apple'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** As they write themselves, in every language. */
export const PROVIDER_NAMES: Readonly<Record<SignInProvider, string>> = { google: 'Google', apple: 'Apple' };
