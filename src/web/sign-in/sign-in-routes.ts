import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { SignInProvider } from '#src/contract/sign-in-providers.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import type { SignInLog } from '#src/features/accounts/sign-in-log/sign-in-log.server.ts';
import type { Providers } from '#src/features/accounts/social/providers.server.ts';
import { otherMethodAnswer, plainAnswer, READ_METHODS } from '#src/web/answers/plain-answer.ts';
import { readLimited } from '#src/web/wire/read-request.ts';
import { SignInAnswers } from './sign-in-answers.ts';

type Env = { Bindings: HttpBindings };

/** The addresses below `/auth` [W91]; those of a provider that is not set up are not there. */
export function signInRoutes(
  accounts: { services: AccountServices; providers: Providers; signIns: SignInLog },
  realPeer: (context: Context<Env>) => string,
): Hono<Env> {
  const { services, providers, signIns } = accounts;
  const app = new Hono<Env>();
  const answersOf = (kind: SignInProvider) => {
    const provider = providers[kind];
    return provider && new SignInAnswers(services, signIns, provider);
  };
  const google = answersOf('google');
  const apple = answersOf('apple');
  if (google !== null) {
    app.get('/google', ({ req }) => google.begin(req.raw));
    app.all('/google', onlyBy(READ_METHODS));
    app.get('/google/callback', (context) => {
      const answer = new URL(context.req.url).searchParams;
      return google.finish(answer, context.req.raw, realPeer(context));
    });
    app.all('/google/callback', onlyBy(READ_METHODS));
  }
  if (apple !== null) {
    app.get('/apple', ({ req }) => apple.begin(req.raw));
    app.all('/apple', onlyBy(READ_METHODS));
    app.post('/apple/callback', async (context) => {
      const { raw } = context.req;
      // What is too large is no answer of Apple's: it leads back as one without a state does.
      const form = await readLimited(raw.body).catch(() => new Uint8Array());
      const answer = new URLSearchParams(Buffer.from(form).toString());
      return apple.finish(answer, raw, realPeer(context));
    });
    app.all('/apple/callback', onlyBy(['POST']));
  }
  app.all('*', () => plainAnswer(404, 'Not found'));
  return app;
}

/** Answers all other methods of an address. */
function onlyBy(methods: readonly string[]) {
  return ({ req }: Context<Env>) => otherMethodAnswer(req.raw, methods);
}
