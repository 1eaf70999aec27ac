/* The data of the outputs browser: columns of numbers, and texts that are cut out of long strings when they are wanted. */

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/* A large campaign's data lie in scripts beside the page, each of which hands over one piece under its own name. */
const loadPiece = (() => {
  const waiting = new Map();
  globalThis.genchalData = (path, piece) => {
    const taken = waiting.get(path);
    if (taken) taken(piece);
  };
  return (path) => new Promise((resolve, reject) => {
    const script = document.createElement("script");
    waiting.set(path, resolve);
    script.src = path;
    script.onload = () => script.remove();
    script.onerror = () => reject(new Error(path));
    document.head.append(script);
  });
})();

function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/* NaN is what is not scored. */
function columnOf(coded, length) {
  const MISSING = 0xffff;
  let values;
  if (coded.steps !== undefined) {
    const steps = new Uint16Array(bytesOf(coded.steps).buffer);
    values = new Float32Array(steps.length);
    for (let i = 0; i < steps.length; i += 1) values[i] = steps[i] === MISSING ? NaN : (coded.low + steps[i]) / coded.scale;
  } else {
    values = new Float32Array(bytesOf(coded.floats).buffer);
  }
  if (coded.at === undefined) return values;
  const all = new Float32Array(length).fill(NaN);
  new Uint32Array(bytesOf(coded.at).buffer).forEach((place, i) => (all[place] = values[i]));
  return all;
}

/* Lower case of the same length, so that places in it are places in the text. */
function fold(text) {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  }).join("");
}

/* A chunk of texts: `first[i]` is the first text of its instance i, `offsets[t]` where text t begins. */
function chunkOf(coded, systems) {
  const lengths = new Uint32Array(bytesOf(coded.lengths).buffer);
  const shape = new Uint16Array(bytesOf(coded.shape).buffer);
  const bytes = bytesOf(coded.which);
  const count = shape.length / 3;
  const offsets = new Uint32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i += 1) offsets[i + 1] = offsets[i] + lengths[i] + 1;
  const first = new Uint32Array(count + 1);
  const slotsBefore = new Uint32Array(count + 1);
  for (let i = 0; i < count; i += 1) {
    first[i + 1] = first[i] + 1 + Math.max(1, shape[3 * i]) + shape[3 * i + 1] + shape[3 * i + 2];
    slotsBefore[i + 1] = slotsBefore[i] + shape[3 * i];
  }
  const wide = bytes.length > count * systems;
  return {
    text: coded.texts, folded: null, start: coded.start, count, offsets, lengths, shape, first, slotsBefore,
    slots: new Uint16Array(bytesOf(coded.slots).buffer),
    which: wide ? new Uint16Array(bytes.buffer) : bytes,
    missing: wide ? 0xffff : 0xff,
  };
}

function outputsData(index) {
  const systems = index.systems.length;
  const count = index.ids.length;
  const columns = index.columns.map(() => null);
  const counts = index.columns.map(() => null);
  const chunks = index.starts.map(() => null);
  const places = new Map();
  const under = { columns: new Map(), texts: new Map() };
  index.ids.forEach((id, place) => { if (!places.has(id)) places.set(id, place); });

  function take(kind, place, piece) {
    if (kind === "texts") {
      chunks[place] = chunkOf(piece, systems);
    } else {
      columns[place] = columnOf(piece.values, systems * count);
      if (piece.counts) counts[place] = columnOf(piece.counts, systems * count);
    }
  }

  /* Resolves when the piece is there; asks for it once. */
  function need(kind, place) {
    if ((kind === "texts" ? chunks : columns)[place]) return Promise.resolve();
    const asked = under[kind];
    if (!asked.has(place)) asked.set(place, loadPiece(index.files[kind][place]).then((piece) => take(kind, place, piece)));
    return asked.get(place);
  }

  function chunkAt(instance) {
    let [low, high] = [0, index.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (index.starts[middle] <= instance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /* Null while the chunk is not there. */
  function texts(instance) {
    const chunk = chunks[chunkAt(instance)];
    if (!chunk) return null;
    const i = instance - chunk.start;
    const [pairs, references, different] = chunk.shape.subarray(3 * i, 3 * i + 3);
    const text = (t) => chunk.text.slice(chunk.offsets[t], chunk.offsets[t] + chunk.lengths[t]);
    const range = (from, length) => Array.from({ length }, (_, k) => text(from + k));
    const given = chunk.first[i] + 1;
    const afterInput = given + Math.max(1, pairs);
    const said = range(afterInput + references, different);
    const which = chunk.which.subarray(i * systems, (i + 1) * systems);
    return {
      input: pairs ? null : text(given),
      pairs: range(given, pairs).map((value, k) => [index.slots[chunk.slots[chunk.slotsBefore[i] + k]], value]),
      references: range(afterInput, references),
      outputs: Array.from(which, (place) => (place === chunk.missing ? null : said[place])),
      said,
    };
  }

  function foldChunk(chunk) {
    chunk.folded ??= fold(chunk.text);
  }

  /* Marks the instances one of whose texts has the words, or the output of this one system. */
  function search(words, system) {
    const found = new Uint8Array(count);
    const wanted = fold(words);
    for (const chunk of chunks) {
      if (!chunk) continue;
      foldChunk(chunk);
      let hit = -1;
      for (let i = 0; i < chunk.count; i += 1) {
        let [from, to] = [chunk.offsets[chunk.first[i]], chunk.offsets[chunk.first[i + 1]]];
        if (system >= 0) {
          const place = chunk.which[i * systems + system];
          if (place === chunk.missing) continue;
          const text = chunk.first[i + 1] - chunk.shape[3 * i + 2] + place;
          [from, to] = [chunk.offsets[text], chunk.offsets[text] + chunk.lengths[text]];
        }
        if (hit < from) hit = chunk.folded.indexOf(wanted, from);
        if (hit < 0) break;
        if (hit + wanted.length <= to) found[chunk.start + i] = 1;
      }
    }
    return found;
  }

  if (index.pieces) {
    for (const kind of ["columns", "texts"]) index.pieces[kind].forEach((piece, place) => take(kind, place, piece));
    index.pieces = null;
  }
  return {
    index, systems, count, columns, counts, chunks, need, chunkAt, texts, search,
    fold: (place) => foldChunk(chunks[place]),
    variety: columnOf(index.variety, count),
    tagged: (tag) => bytesOf(index.tags[tag].bits),
    placeOf: (id) => (places.has(id) ? places.get(id) : -1),
    missing: () => chunks.filter((chunk) => !chunk).length + columns.filter((column) => !column).length,
  };
}
