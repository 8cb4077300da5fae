import ts from 'typescript';

export interface Source {
  readonly file: string;
  readonly text: string;
}

export interface Declaration {
  readonly name: string;
  readonly file: string;
  /** `undefined` for what is worked out by more than arithmetic. */
  readonly value: unknown;
  /**
   * Rules in brackets in the nearest comment that has any: its own, or one above it in the same block of
   * lines.
   */
  readonly rules: readonly string[];
}

export interface Constants {
  /** Every declaration of that name. */
  of(name: string): readonly Declaration[];
  in(file: string): readonly Declaration[];
}

/**
 * The constants in capitals that files declare on their top level. A file is parsed once somebody asks for a
 * name in it.
 */
export function declaredConstants(sources: readonly Source[]): Constants {
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const files = new Map<string, Set<string>>();
  for (const { file, text } of sources)
    for (const [, name = '', ofScript = ''] of text.matchAll(
      /^(?:(?:export )?const ([A-Z][A-Z0-9_]*)\b|([A-Z][A-Z0-9_]*)=\d+$)/gm,
    ))
      files.set(name || ofScript, (files.get(name || ofScript) ?? new Set()).add(file));

  const parsed = new Map<string, Declaration[]>();
  const declarationsIn = (file: string) => {
    const known = parsed.get(file);
    if (known) return known;
    const text = texts.get(file) ?? '';
    const declarations = file.endsWith('.sh') ? readScript(file, text) : [];
    // Before it is read: files that import each other come back here.
    parsed.set(file, declarations);
    if (!file.endsWith('.sh')) readModule(file, text, elsewhere, declarations);
    return declarations;
  };
  const of = (name: string) =>
    [...(files.get(name) ?? [])].flatMap(declarationsIn).filter((declaration) => declaration.name === name);
  /** A name that a file takes from another one, where all that have it agree. */
  const elsewhere = (name: string) => {
    const [first, ...others] = of(name).map(({ value }) => value);
    return others.every((other) => other === first) ? first : undefined;
  };
  return { of, in: declarationsIn };
}

/** `NAME=15` of a shell's script, with the comment above its block of lines. */
function readScript(file: string, text: string): Declaration[] {
  return text.split(/\n\s*\n/).flatMap((block) =>
    Array.from(block.matchAll(/^([A-Z][A-Z0-9_]*)=(\d+)$/gm), ([, name = '', digits]) => ({
      name,
      file,
      value: Number(digits),
      rules: rulesIn(block),
    })),
  );
}

function readModule(
  file: string,
  text: string,
  elsewhere: (name: string) => unknown,
  declarations: Declaration[],
): void {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  let rules: string[] = [];
  for (const statement of tree.statements) {
    const before = text.slice(statement.pos, statement.getStart(tree));
    // An empty line begins a block: what was cited above it is about other things.
    if (/\n[ \t]*\n/.test(before)) rules = [];
    const cited = rulesIn(before);
    if (cited.length > 0) rules = cited;
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || !initializer) continue;
      const here = (known: string) =>
        declarations.find((declaration) => declaration.name === known)?.value ?? elsewhere(known);
      declarations.push({ name: name.text, file, value: read(initializer, here), rules });
    }
  }
}

/** `[A51, W4]` in a text. */
export function rulesIn(text: string): string[] {
  return Array.from(text.matchAll(/\[([ARW]\d+(?:, [ARW]\d+)*)\]/g), ([, cited = '']) =>
    cited.split(', '),
  ).flat();
}

/** Literals, lists and records of them, and arithmetic with names; `undefined` for all else. */
function read(node: ts.Expression, named: (name: string) => unknown): unknown {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) return named(node.text);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return read(node.expression, named);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((element) => read(element, named));
  if (ts.isObjectLiteralExpression(node)) {
    const fields = node.properties.map((field) =>
      ts.isPropertyAssignment(field) && (ts.isIdentifier(field.name) || ts.isStringLiteral(field.name))
        ? [field.name.text, read(field.initializer, named)]
        : [],
    );
    return fields.every((field) => field.length > 0) ? Object.fromEntries(fields) : undefined;
  }
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [read(node.left, named), read(node.right, named)];
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.SlashToken:
      return left / right;
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    default:
      return undefined;
  }
}
