import type { Endpoint, WireMethod, WireTable } from '#src/platform/wire/endpoint.ts';
import { WIRE_METHODS } from '#src/platform/wire/method-schemas.wire.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/**
 * Finds the method that a call asks for: `endpoint` with or without `.php`, `action` where the endpoint has actions,
 * and the method, which `_method` replaces on a POST [W1, W2].
 * @throws {WireError} in this order [W9]: `unknown_endpoint`, `method_not_allowed`, and `missing_parameter` or
 *   `invalid_parameter` over the action
 */
export function findMethod(
  table: WireTable,
  method: string,
  parameters: Readonly<Record<string, string>>,
): WireMethod {
  const { methods, isChosen } = findRow(table, parameters);
  const wanted = effectiveMethod(method, parameters);
  const found = WIRE_METHODS.find((name) => name === wanted);
  const declared = found && methods[found];
  if (declared === undefined) throw new WireError('method_not_allowed', { allow: allowedMethods(methods) });
  if (isChosen) return declared;
  required(parameters, 'action');
  throw new WireError('invalid_parameter', { values: { name: 'action' } });
}

/** Methods for the `Allow` header. */
export function allowedMethods(methods: Endpoint): string[] {
  const declared = WIRE_METHODS.filter((name) => methods[name] !== undefined);
  return [...declared.flatMap((name): string[] => (name === 'GET' ? ['GET', 'HEAD'] : [name])), 'OPTIONS'];
}

/** The methods of what a call names; where it leaves the action open, those of all actions together. */
export function findMethods(table: WireTable, parameters: Readonly<Record<string, string>>): Endpoint {
  return findRow(table, parameters).methods;
}

function findRow(
  table: WireTable,
  parameters: Readonly<Record<string, string>>,
): { methods: Endpoint; isChosen: boolean } {
  const name = required(parameters, 'endpoint').replace(/\.php$/, '');
  // Rows are found by plain names alone: an action comes by its own parameter.
  if (!/^[a-z0-9-]+$/.test(name)) throw new WireError('unknown_endpoint');
  const acting = `${name}&action=`;
  const chosen = rowOf(table, name) ?? rowOf(table, `${acting}${parameters.action ?? ''}`);
  if (chosen !== undefined) return { methods: chosen, isChosen: true };
  const actions = Object.entries(table).filter(([row]) => row.startsWith(acting));
  if (actions.length === 0) throw new WireError('unknown_endpoint');
  const methods: Endpoint = Object.fromEntries(actions.flatMap(([, some]) => Object.entries(some)));
  return { methods, isChosen: false };
}

function rowOf(table: WireTable, name: string): Endpoint | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function effectiveMethod(method: string, parameters: Readonly<Record<string, string>>): string {
  if (method === 'HEAD') return 'GET';
  const override = parameters._method?.toUpperCase();
  return method === 'POST' && (override === 'PUT' || override === 'DELETE') ? override : method;
}

function required(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new WireError('missing_parameter', { values: { name } });
  return value;
}
