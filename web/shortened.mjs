// Gives members that classes keep to themselves short names: those called private, of which TypeScript knows each use.

import { readFileSync } from "node:fs";
import ts from "typescript";

/** Names as long as they are here are shortened by esbuild, to letters that no other member has. */
export const SHORTENED = /^_\d+_$/;

/** Return the text of each source, by its path, with other names of private members. tsconfig: the path of the options. */
export function shortened(tsconfig) {
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, tsconfig.replace(/[^/\\]*$/, ""));
  const program = ts.createProgram(fileNames, options), checker = program.getTypeChecker();
  const found = new Map();
  for (const path of fileNames) {
    const edits = [];
    (function walk(node) {
      if (ts.isIdentifier(node)) edits.push(...editsOf(node, checker));
      ts.forEachChild(node, walk);
    })(program.getSourceFile(path));
    found.set(path, edits);
  }
  const names = namesOf([...found.values()].flat().map(({ member }) => member));
  return new Map([...found].map(([path, edits]) => [path, edited(readFileSync(path, "utf8"), edits, names)]));
}

/** Where a name stands for a private member: its place, and what is written before the new name or after it. */
function editsOf(node, checker) {
  const { parent } = node, place = { from: node.getStart(), to: node.end, before: "", after: "" };
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    const named = parent.propertyName ?? parent.name;
    if (named === node) {
      const member = privateMember(checker.getTypeAtLocation(parent.parent).getProperty(node.text));
      if (member) return [{ ...place, member, after: parent.propertyName ? "" : `: ${node.text}` }];
    }
  }
  const short = ts.isShorthandPropertyAssignment(parent);
  const member = privateMember(short ? checker.getShorthandAssignmentValueSymbol(parent) : checker.getSymbolAtLocation(node));
  return member ? [{ ...place, member, before: short ? `${node.text}: ` : "" }] : [];
}

/** The declaration of a member that its class keeps to itself; undefined for others. */
function privateMember(symbol) {
  return symbol?.declarations?.find((each) =>
    (ts.isClassElement(each) || ts.isParameter(each)) && each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword));
}

/** A name for each member, by its rank in its class: the names of other classes may be the same. */
function namesOf(members) {
  const uses = new Map(), taken = new Map();
  for (const each of members) uses.set(each, (uses.get(each) ?? 0) + 1);
  const names = new Map();
  for (const each of [...uses.keys()].sort((a, b) => uses.get(b) - uses.get(a))) {
    const owner = ts.isParameter(each) ? each.parent.parent : each.parent, rank = taken.get(owner) ?? 0;
    taken.set(owner, rank + 1);
    names.set(each, `_${rank}_`);
  }
  return names;
}

function edited(text, edits, names) {
  for (const { from, to, member, before, after } of edits.sort((a, b) => b.from - a.from))
    text = text.slice(0, from) + before + names.get(member) + after + text.slice(to);
  return text;
}
