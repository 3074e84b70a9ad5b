// Answers the questions of the page with the library. The first message is the compiled library.

let library;

onmessage = ({ data }) => {
  if (!library) {
    library = new WebAssembly.Instance(data).exports;
    // The page waits for this.
    postMessage("");
    return;
  }
  const question = new TextEncoder().encode(data);
  const start = library.text(question.length);
  new Uint8Array(library.memory.buffer, start, question.length).set(question);
  const length = library.ask();
  postMessage(new TextDecoder().decode(new Uint8Array(library.memory.buffer, library.answer(), length)));
};
