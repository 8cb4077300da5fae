import * as z from 'zod';
import type { TestWeb } from './start-web.ts';
import { SITE } from './test-provider.ts';

/** Where the provider sends a browser back to: the query of a GET, or the form of a POST. */
export interface ProviderAnswer {
  readonly path: string;
  readonly form: URLSearchParams | null;
}

/** How a sign-in came back to the site. */
export interface Returned {
  readonly path: string;
  readonly search: URLSearchParams;
}

/** A browser without scripts: it keeps cookies by host, and goes from the site to the provider and back. */
export class SignInBrowser {
  readonly #web: TestWeb;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(web: TestWeb) {
    this.#web = web;
  }

  /** Presses the button: `/auth/{provider}`. */
  begin(provider: string, parameters: Record<string, string> = {}): Promise<Response> {
    return this.#site(`/auth/${provider}?${new URLSearchParams(parameters)}`, 'same-origin');
  }

  /** Goes to the provider's page and through it, up to its answer. */
  async visitProvider(begun: Response): Promise<ProviderAnswer> {
    let url = new URL(begun.headers.get('location') ?? '');
    for (let step = 0; step < 10; step++) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: this.#cookieOf(url.host) },
      });
      this.#keep(url.host, response);
      const location = response.headers.get('location');
      if (location === null) return posted(await response.text());
      url = new URL(location, url);
      if (url.origin === SITE) return { path: `${url.pathname}${url.search}`, form: null };
    }
    throw new Error('The provider leads round and round.');
  }

  /** Brings the provider's answer to the site. */
  deliver({ path, form }: ProviderAnswer): Promise<Response> {
    return this.#site(path, 'cross-site', form === null ? {} : { method: 'POST', body: form });
  }

  /** All of it; gives where it ends. */
  async signIn(provider: string, parameters: Record<string, string> = {}): Promise<Returned> {
    return returned(await this.deliver(await this.visitProvider(await this.begin(provider, parameters))));
  }

  /** `from`: whose page leads there, as browsers say it [W91]. */
  async #site(path: string, from: string, init: RequestInit = {}): Promise<Response> {
    const headers = { cookie: this.#cookieOf(SITE), 'user-agent': 'Test', 'sec-fetch-site': from };
    const response = await this.#web.fetch(path, { ...init, headers });
    this.#keep(SITE, response);
    return response;
  }

  #cookieOf(host: string): string {
    return [...(this.#cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(host: string, response: Response): void {
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  }
}

/** Reads the redirect that ends a sign-in. */
export function returned(response: Response): Returned {
  const url = new URL(response.headers.get('location') ?? '');
  if (url.origin !== SITE) throw new Error(`The sign-in ends at ${url.origin}.`);
  return { path: url.pathname, search: url.searchParams };
}

/** The user in the address that ends a sign-in. */
export function userIn({ search }: Returned) {
  return z.looseObject({ id: z.string(), email: z.string() }).parse(JSON.parse(search.get('user') ?? 'null'));
}

/** A page whose form posts itself. */
function posted(page: string): ProviderAnswer {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) throw new Error('The provider shows a page without a form.');
  const form = new URLSearchParams();
  for (const [input] of page.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined) form.set(name, /value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  return { path: new URL(action).pathname, form };
}
