import { expect, it } from "vitest";
import { TreeSelection } from "../../../client/session/tree-selection.ts";

type Hear = (event: { selection: readonly string[] }) => void;

/** A tree as VS Code's extension host has it. */
function tree() {
  let hear: Hear = () => {};
  const view = {
    selection: [] as readonly string[],
    onDidChangeSelection(listener: Hear) {
      hear = listener;
      return { dispose: () => void (hear = () => {}) };
    },
  };
  const select = (...selection: string[]) => {
    view.selection = selection;
    hear({ selection });
  };
  return { view, select, readAgain: () => void (view.selection = []) };
}

it("holds while the tree is read again", () => {
  const { view, select, readAgain } = tree();
  const selection = new TreeSelection(view);
  expect(selection.nodes).toEqual([]);
  select("one", "two");
  expect(selection.nodes).toEqual(["one", "two"]);
  readAgain();
  expect(selection.nodes).toEqual(["one", "two"]);
});

it("ends with the selection", () => {
  const { view, select, readAgain } = tree();
  const selection = new TreeSelection(view);
  select("one");
  select();
  expect(selection.nodes).toEqual([]);
  select("two");
  selection.dispose();
  select("three");
  readAgain();
  expect(selection.nodes).toEqual(["two"]);
});
