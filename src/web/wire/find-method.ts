import {
  WIRE_METHODS,
  type WireMethod,
  type WireMethods,
  type WireTable,
} from '#src/platform/wire/endpoint.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

/**
 * Finds the method that a call asks for: `endpoint` with or without `.php`, `action` where the endpoint has actions,
 * and the method, which `_method` replaces on a POST [W1, W2]. Throws `missing_parameter`, `unknown_endpoint`,
 * `invalid_parameter` or `method_not_allowed`.
 */
export function findMethod(
  table: WireTable,
  method: string,
  parameters: Readonly<Record<string, string>>,
): WireMethod {
  const methods = findMethods(table, parameters);
  const wanted = effectiveMethod(method, parameters);
  const found = WIRE_METHODS.find((name) => name === wanted);
  const declared = found && methods[found];
  if (declared === undefined) throw new WireError('method_not_allowed', { allow: allowedMethods(methods) });
  return declared;
}

/** Methods for the `Allow` header. */
export function allowedMethods(methods: WireMethods): string[] {
  const declared = WIRE_METHODS.filter((name) => methods[name] !== undefined);
  return [...declared.flatMap((name): string[] => (name === 'GET' ? ['GET', 'HEAD'] : [name])), 'OPTIONS'];
}

export function findMethods(table: WireTable, parameters: Readonly<Record<string, string>>): WireMethods {
  const name = required(parameters, 'endpoint').replace(/\.php$/, '');
  const endpoint = Object.hasOwn(table, name) ? table[name] : undefined;
  if (endpoint === undefined) throw new WireError('unknown_endpoint');
  if (!('actions' in endpoint)) return endpoint;
  const action = required(parameters, 'action');
  const methods = Object.hasOwn(endpoint.actions, action) ? endpoint.actions[action] : undefined;
  if (methods === undefined) throw new WireError('invalid_parameter', { values: { name: 'action' } });
  return methods;
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
