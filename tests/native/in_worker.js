// Runs a Python script of ours in a worker of the site (`./dev site`), where Playwright evaluates this: `words` are its name and arguments,
// `files` the texts of all files that it needs, by name. Gives back the lines that it prints.
async ({ files, words }) => {
  const { loadPython } = await import(new URL("python.js", location.href).href);
  const python = await loadPython();
  const lines = [];
  python.setStdout({ batched: (line) => lines.push(line) });
  for (const [name, text] of Object.entries(files)) python.FS.writeFile(name, text);
  python.globals.set("WORDS", python.toPy(words));
  python.runPython(`
import runpy, sys
sys.path.insert(0, ".")
sys.argv = WORDS
runpy.run_path(WORDS[0], run_name="__main__")
`);
  return lines;
};
