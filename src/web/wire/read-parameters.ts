import { WireError } from '#src/platform/wire/wire-error.ts';

/** Longer than any title; a longer parameter is a mistake or an attack [W3]. */
export const PARAMETER_LIMIT_CHARACTERS = 2_000;

/**
 * Gives the first value of each parameter that is not empty [W3].
 * @throws {WireError} `invalid_parameter` for a value that no query can look up
 */
export function readParameters(search: URLSearchParams): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of search) {
    if (value === '' || Object.hasOwn(parameters, name)) continue;
    if (value.length > PARAMETER_LIMIT_CHARACTERS || value.includes('\0') || !value.isWellFormed())
      throw new WireError('invalid_parameter', { values: { name: name.slice(0, 50) } });
    parameters[name] = value;
  }
  return parameters;
}
