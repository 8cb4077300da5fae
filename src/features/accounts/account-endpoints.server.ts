import type { WireTable } from '#src/platform/wire/endpoint.ts';
import type { AccountServices } from './account-services.server.ts';
import { exportEndpoint } from './export-data.server.ts';
import { loginEndpoint } from './log-in.server.ts';
import { profileEndpoint } from './profile.server.ts';
import { registerEndpoint } from './register.server.ts';
import { requestMailEndpoint } from './request-mail.server.ts';
import { resetPasswordEndpoint } from './reset-password.server.ts';
import { logoutEndpoint, sessionsEndpoint } from './sessions.server.ts';
import { verifyEmailEndpoint } from './verify-email.server.ts';

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
    profile: profileEndpoint(services),
    export: exportEndpoint(services),
  };
}
