import type { input, output } from 'zod/v4/core';
import type { MethodSchemas, WireMethodName } from '#src/platform/wire/method-schemas.wire.ts';

/**
 * Every endpoint by its name, with the schemas of its methods. A page knows no server, so this is filled in
 * from above: src/web/features.ts says here what is served (docs/decisions/023-calls-follow-the-table.md).
 */
// biome-ignore lint/suspicious/noEmptyInterface: what is declared elsewhere merges with an interface alone
export interface Endpoints {}

export type EndpointName = keyof Endpoints;

/** Names of the endpoints that have a method. */
export type NameWith<Method extends WireMethodName> = {
  [Name in EndpointName]: Method extends keyof Endpoints[Name] ? Name : never;
}[EndpointName];

/** The methods of an endpoint. */
export type MethodOf<Name extends EndpointName> = keyof Endpoints[Name] & WireMethodName;

type SchemasOf<Name extends EndpointName, Method extends MethodOf<Name>> = Endpoints[Name][Method] extends {
  readonly schemas: infer Schemas extends MethodSchemas;
}
  ? Schemas
  : never;

type Query<Name extends EndpointName, Method extends MethodOf<Name>> = input<
  SchemasOf<Name, Method>['query']
>;

/** The parameters beside `endpoint`. */
export type ParametersOf<Name extends EndpointName, Method extends MethodOf<Name>> =
  Query<Name, Method> extends undefined
    ? Readonly<Record<string, never>>
    : { readonly [Key in keyof Query<Name, Method>]: Exclude<Query<Name, Method>[Key], undefined> };

type BodyOf<Name extends EndpointName, Method extends MethodOf<Name>> = input<
  SchemasOf<Name, Method>['body']
>;

/** The data of a reply, as its schema gives it. */
export type ReplyOf<Name extends EndpointName, Method extends MethodOf<Name>> = output<
  SchemasOf<Name, Method>['reply']
>;

/** A field that is left out where nothing is declared, and may be where all of it may. */
type Field<Key extends string, Value> = Value extends undefined | Readonly<Record<string, never>>
  ? { readonly [K in Key]?: never }
  : Record<never, never> extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value };

/** The details of a call of a method. */
export type CallDetails<Name extends EndpointName, Method extends MethodOf<Name>> = Field<
  'parameters',
  ParametersOf<Name, Method>
> &
  Field<'body', BodyOf<Name, Method>>;

/**
 * The query of a call of `/api-proxy.php`. An endpoint's name may hold its action: `favorites&action=count`.
 */
export function wireSearch(
  endpoint: EndpointName,
  parameters: Readonly<Record<string, string>> = {},
): URLSearchParams {
  const search = new URLSearchParams(`endpoint=${endpoint}`);
  for (const [name, value] of Object.entries(parameters)) search.set(name, value);
  return search;
}
