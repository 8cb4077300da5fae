import type { WireTable } from '#src/platform/wire/endpoint.ts';
import { loginEndpoint } from './login/log-in.server.ts';
import { requestMailEndpoint } from './mail-links/request-mail.server.ts';
import { resetPasswordEndpoint } from './mail-links/reset-password.server.ts';
import { verifyEmailEndpoint } from './mail-links/verify-email.server.ts';
import { registerEndpoint } from './register/register.server.ts';
import type { AccountServices } from './services/account-services.server.ts';
import { logoutEndpoint, sessionsEndpoint } from './sessions/sessions.server.ts';
import { usernameEndpoints } from './username/username-endpoints.server.ts';

/** The wire of accounts. */
export function accountEndpoints(services: AccountServices): WireTable {
  return {
    register: registerEndpoint(services),
    login: loginEndpoint(services),
    logout: logoutEndpoint(services),
    sessions: sessionsEndpoint(services),
    'forgot-password': requestMailEndpoint(services, 'reset'),
    'reset-password': resetPasswordEndpoint(services),
    'resend-verification': requestMailEndpoint(services, 'resend'),
    'verify-email': verifyEmailEndpoint(services),
    ...usernameEndpoints(services),
  };
}
