/** The package brings no types: what it gives is for a schema to read. */
declare module 'parse-prometheus-text-format' {
  export default function parsePrometheus(text: string): unknown;
}
