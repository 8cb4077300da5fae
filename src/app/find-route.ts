import { type FoundRoute, routeFinder } from './match-route.ts';
import { NOT_FOUND, ROUTES, type Route } from './routes.ts';

/**
 * The route that answers an address.
 * @param pathname as the address has it, percent-encoded
 */
export const findRoute: (pathname: string) => FoundRoute<Route> = routeFinder(ROUTES, NOT_FOUND);
